//! The feasts a medieval year is dated by: those of a fixed day, and those that move with Easter or with Advent.
//! A feast is named only from the year it was kept.

/// When in the year a feast falls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FallsOn {
    /// On a day of a month, 1 to 12.
    On(u32, u32),
    /// So many days from Easter Day.
    FromEaster(i32),
    /// On the Sunday nearest to the feast of St Andrew.
    AdventSunday,
}

/// How much a feast counts in dating other days.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Dignity {
    /// Names its own day.
    Lesser,
    /// Names its own day, its eve, its octave and the days between.
    Great,
}

/// A feast of the Church.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Feast {
    /// Its name, such as `Michaelmas` or `St Crispin`.
    pub name: &'static str,
    /// How much it counts.
    pub dignity: Dignity,
    /// The first year it was kept.
    pub(super) since: i32,
    pub(super) falls: FallsOn,
    /// Whether its name is the day's own, needing no “the feast of”.
    pub(super) own_day: bool,
    /// Other names it is looked up by.
    pub(super) also: &'static [&'static str],
}

impl Feast {
    /// The feast as it is spoken of: `Michaelmas`, `the feast of St Crispin`.
    pub fn spoken(&self) -> String {
        if self.own_day { self.name.to_owned() } else { format!("the feast of {}", self.name) }
    }
}

/// A day with a name of its own, kept by everyone.
const fn day(falls: FallsOn, name: &'static str, dignity: Dignity, also: &'static [&'static str]) -> Feast {
    Feast { name, dignity, since: 1, falls, own_day: true, also }
}

/// A lesser feast of a saint or of a mystery.
const fn of(month: u32, on: u32, name: &'static str) -> Feast {
    since(1, month, on, name)
}

/// A lesser feast kept from a certain year.
const fn since(since: i32, month: u32, on: u32, name: &'static str) -> Feast {
    Feast { name, dignity: Dignity::Lesser, since, falls: FallsOn::On(month, on), own_day: false, also: &[] }
}

use Dignity::{Great, Lesser};
use FallsOn::{AdventSunday, FromEaster, On};

/// Every feast the program knows. Of two on one day the earlier in the list is spoken of.
pub(super) const FEASTS: &[Feast] = &[
    day(FromEaster(0), "Easter Day", Great, &["Easter", "Easter Sunday"]),
    day(FromEaster(49), "Whitsun", Great, &["Whit Sunday", "Pentecost"]),
    day(On(12, 25), "Christmas", Great, &["Christmas Day", "the Nativity"]),
    day(FromEaster(39), "Ascension Day", Great, &["Ascension", "Holy Thursday"]),
    day(FromEaster(-46), "Ash Wednesday", Great, &[]),
    day(FromEaster(-7), "Palm Sunday", Great, &[]),
    day(FromEaster(-3), "Maundy Thursday", Lesser, &[]),
    day(FromEaster(-2), "Good Friday", Lesser, &[]),
    day(FromEaster(-1), "Holy Saturday", Lesser, &[]),
    day(FromEaster(1), "Easter Monday", Lesser, &[]),
    day(FromEaster(2), "Easter Tuesday", Lesser, &[]),
    day(FromEaster(50), "Whit Monday", Lesser, &[]),
    Feast { since: 1162, ..day(FromEaster(56), "Trinity Sunday", Great, &["Trinity"]) },
    Feast { since: 1264, ..day(FromEaster(60), "Corpus Christi", Great, &[]) },
    day(On(3, 25), "Lady Day", Great, &["the Annunciation", "Annunciation"]),
    day(On(6, 24), "Midsummer", Great, &["Midsummer Day", "St John the Baptist", "the Nativity of St John"]),
    day(On(9, 29), "Michaelmas", Great, &["St Michael", "St Michael and All Angels"]),
    day(On(2, 2), "Candlemas", Great, &["the Purification", "Purification"]),
    day(On(11, 1), "All Saints", Great, &["All Hallows", "Allhallows"]),
    day(On(11, 11), "Martinmas", Great, &["St Martin"]),
    day(On(8, 1), "Lammas", Great, &["Lammas Day", "St Peter’s Chains", "St Peter ad Vincula"]),
    day(On(1, 6), "Epiphany", Great, &["Twelfth Day"]),
    day(On(8, 15), "Assumption Day", Great, &["the Assumption", "Assumption"]),
    day(AdventSunday, "Advent Sunday", Lesser, &["Advent"]),
    day(FromEaster(-63), "Septuagesima", Lesser, &[]),
    day(FromEaster(-48), "Shrove Monday", Lesser, &[]),
    day(FromEaster(-47), "Shrove Tuesday", Lesser, &[]),
    day(FromEaster(-21), "Mid-Lent Sunday", Lesser, &["Laetare"]),
    day(FromEaster(-14), "Passion Sunday", Lesser, &[]),
    day(FromEaster(7), "Low Sunday", Lesser, &[]),
    day(FromEaster(15), "Hock Monday", Lesser, &[]),
    day(FromEaster(16), "Hock Tuesday", Lesser, &["Hocktide", "Hock Day"]),
    day(FromEaster(35), "Rogation Sunday", Lesser, &[]),
    day(On(1, 1), "the Circumcision", Lesser, &["Circumcision"]),
    day(On(5, 1), "May Day", Lesser, &["St Philip and St James"]),
    day(On(11, 2), "All Souls", Lesser, &[]),
    day(On(12, 28), "Holy Innocents", Lesser, &["Childermas", "the Innocents"]),
    of(1, 13, "St Hilary"),
    of(1, 20, "St Fabian and St Sebastian"),
    of(1, 21, "St Agnes"),
    of(1, 22, "St Vincent"),
    of(1, 25, "the Conversion of St Paul"),
    of(2, 3, "St Blaise"),
    of(2, 5, "St Agatha"),
    of(2, 14, "St Valentine"),
    of(2, 22, "St Peter’s Chair"),
    of(2, 24, "St Matthias"),
    of(3, 1, "St David"),
    of(3, 7, "St Perpetua"),
    of(3, 12, "St Gregory"),
    of(3, 17, "St Patrick"),
    of(3, 20, "St Cuthbert"),
    of(3, 21, "St Benedict"),
    of(4, 4, "St Ambrose"),
    of(4, 19, "St Alphege"),
    of(4, 23, "St George"),
    of(4, 25, "St Mark"),
    of(5, 3, "the Finding of the Cross"),
    of(5, 6, "St John before the Latin Gate"),
    of(5, 19, "St Dunstan"),
    of(5, 26, "St Augustine"),
    of(6, 8, "St Medard"),
    of(6, 9, "St Columba"),
    of(6, 11, "St Barnabas"),
    since(1232, 6, 13, "St Anthony of Padua"),
    of(6, 15, "St Vitus"),
    of(6, 22, "St Alban"),
    of(6, 29, "St Peter and St Paul"),
    since(1389, 7, 2, "the Visitation"),
    since(1220, 7, 7, "the Translation of St Thomas"),
    of(7, 15, "St Swithun"),
    of(7, 20, "St Margaret"),
    of(7, 22, "St Mary Magdalene"),
    of(7, 25, "St James"),
    of(7, 26, "St Anne"),
    of(8, 5, "St Oswald"),
    since(1457, 8, 6, "the Transfiguration"),
    of(8, 10, "St Lawrence"),
    since(1255, 8, 12, "St Clare"),
    of(8, 24, "St Bartholomew"),
    since(1297, 8, 25, "St Louis"),
    of(8, 28, "St Augustine of Hippo"),
    of(8, 29, "the Beheading of St John"),
    of(9, 1, "St Giles"),
    of(9, 8, "the Nativity of Our Lady"),
    of(9, 14, "the Exaltation of the Cross"),
    of(9, 17, "St Lambert"),
    of(9, 21, "St Matthew"),
    of(9, 22, "St Maurice"),
    of(9, 27, "St Cosmas and St Damian"),
    of(9, 30, "St Jerome"),
    of(10, 1, "St Remigius"),
    since(1228, 10, 4, "St Francis"),
    of(10, 6, "St Faith"),
    of(10, 9, "St Denis"),
    since(1163, 10, 13, "St Edward"),
    of(10, 16, "St Michael of the Mount"),
    of(10, 18, "St Luke"),
    of(10, 21, "St Ursula"),
    Feast { also: &["St Crispin and St Crispinian", "Crispin"], ..of(10, 25, "St Crispin") },
    of(10, 28, "St Simon and St Jude"),
    of(11, 3, "St Winifred"),
    of(11, 6, "St Leonard"),
    of(11, 13, "St Brice"),
    of(11, 16, "St Edmund of Abingdon"),
    of(11, 17, "St Hugh"),
    since(1235, 11, 19, "St Elizabeth"),
    of(11, 20, "St Edmund"),
    of(11, 22, "St Cecilia"),
    of(11, 23, "St Clement"),
    of(11, 25, "St Catherine"),
    of(11, 30, "St Andrew"),
    of(12, 4, "St Barbara"),
    of(12, 6, "St Nicholas"),
    of(12, 8, "the Conception of Our Lady"),
    of(12, 13, "St Lucy"),
    of(12, 21, "St Thomas the Apostle"),
    of(12, 26, "St Stephen"),
    of(12, 27, "St John the Evangelist"),
    since(1173, 12, 29, "St Thomas the Martyr"),
    of(12, 31, "St Silvester"),
];
