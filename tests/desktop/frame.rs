use super::harness::*;
use banneret::desktop::ui::*;
use slint::ComponentHandle;

#[test]
fn quick_look() {
    begin();
    let window = AppWindow::new().expect("a window");
    window.global::<Shields>().on_picture(|t, s, d| banneret::desktop::shields::picture(&t, s, d));
    let pages = [("Desk", "desk", 3), ("Armies", "armies", 0), ("Map", "map", 0), ("Battles", "battles", 1), ("Captives", "captives", 0), ("Treasury", "treasury", 0), ("Chronicle", "chronicle", 0), ("Rule book", "rules", 0)];
    let frame = window.global::<Frame>();
    frame.set_pages(slint::ModelRc::new(slint::VecModel::from(pages.iter().map(|p| RailPage { word: p.0.into(), icon: p.1.into(), waiting: p.2 }).collect::<Vec<_>>())));
    frame.set_campaign("The March".into());
    frame.set_date("Friday before Michaelmas, 27 September 1415".into());
    frame.set_turn("turn 12".into());
    frame.set_decisions(4);
    frame.set_can_undo(true);
    frame.set_sentence("Moved 12 archers from the Van to the Main battle.".into());
    let start = window.global::<StartPage>();
    start.set_samples(slint::ModelRc::new(slint::VecModel::from(vec![
      Sample{name:"march".into(), title:"The March".into(), about:"An invented border war of two realms and a third in between: 600 men, five strongholds.".into()},
      Sample{name:"agincourt".into(), title:"Agincourt".into(), about:"The host of 1415, from Harfleur to Calais.".into()}])));
    start.set_recent(slint::ModelRc::new(slint::VecModel::from(vec![RecentFile{name:"The March".into(), path:"/home/anne/march.banneret".into(), when:"yesterday".into(), missing:false}, RecentFile{name:"Gone".into(), path:"/home/anne/gone.banneret".into(), when:"".into(), missing:true}])));
    shoot_all(&window, "start");
    use banneret::desktop::table::*;
    const H: &[Heading] = &[Heading::names("Name", 16, 28), Heading::words("Class", 8, 10), Heading::words("Grade", 5, 6), Heading::words("Arms", 12, 34), Heading::numbers("Points"), Heading::words("State", 8, 12)];
    let t = Table::new(H);
    t.set_rows((0..10000).map(|i| RowData { id: i, cells: vec![CellData::text(format!("William of Leominster the {i}th, called Long")).shield(banneret::desktop::shields::TINCTURES[i as usize % 7]), CellData::text("sergeant"), CellData::text("B"), CellData::text("longbow; sword; shield; a long list of other arms"), CellData::number(i * 7 % 41), CellData::text("wounded").tone(Tone::Warn)] }).collect());
    let page = window.global::<ArmiesPage>();
    let weak = window.as_weak();
    t.on_publish(move |info| weak.unwrap().global::<ArmiesPage>().set_roster_info(info));
    page.set_roster(slint::ModelRc::from(t.clone() as std::rc::Rc<dyn slint::Model<Data = TableRow>>));
    use banneret::desktop::tree::*;
    let tree = Tree::new();
    let n = |k, id, text: &str, depth, d: &str| Node { id: Some((k, id)), text: text.into(), depth, detail: d.into(), tincture: if depth == 0 { "azure".into() } else { String::new() }, serif: depth == 0, ..Node::default() };
    tree.set_nodes(vec![n("army", 1, "The Host of Albany", 0, "312"), n("battle", 1, "Van", 1, "100"), n("force", 1, "Talbot’s force", 2, "50"), n("unit", 1, "Archers of Cheshire", 3, "25"), n("army", 2, "Host", 0, "12")]);
    page.set_tree(slint::ModelRc::from(tree.clone() as std::rc::Rc<dyn slint::Model<Data = TreeRow>>));
    page.set_shown_title("The Host of Albany".into());
    page.set_shown_detail("312 men at Wark".into());
    page.set_shown_tincture("azure".into());
    t.click(2, false, false); t.click(4, true, false);
    tree.click(1, false, false);
    frame.set_page(2);
    window.global::<Drawer>().set_open(true);
    window.global::<Drawer>().set_title("Ransom asked for Sir John Talbot".into());
    window.global::<Drawer>().set_figure("110 marks".into());
    window.global::<Drawer>().set_parts(slint::ModelRc::new(slint::VecModel::from(vec![ExplainedPart{clause:"MM-8.4".into(), what:"a knight of grade B".into(), value:"55".into()}, ExplainedPart{clause:"MM-8.4".into(), what:"a baron".into(), value:"×2".into()}])));
    shoot_all(&window, "armies");
    window.global::<Finder>().set_open(true);
    shoot(&window, "finder");
}
