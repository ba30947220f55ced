//! Text against what lies under it at 4.5 : 1 or better, borders of what can be used and the ring of the keyboard at 3 : 1,
//! in both themes, computed from the theme itself.

use super::harness::*;
use banneret::desktop::ui::Theme;
use slint::{Color, ComponentHandle};

/// How bright a colour is, by the sRGB curve.
fn luminance(color: Color) -> f64 {
    let linear = |part: u8| {
        let part = f64::from(part) / 255.0;
        if part <= 0.03928 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(color.red()) + 0.7152 * linear(color.green()) + 0.0722 * linear(color.blue())
}

fn contrast(one: Color, other: Color) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// A colour laid thinly over another.
fn over(thin: Color, under: Color) -> Color {
    let share = f64::from(thin.alpha()) / 255.0;
    let mix = |thin: u8, under: u8| (f64::from(thin) * share + f64::from(under) * (1.0 - share)).round() as u8;
    Color::from_rgb_u8(mix(thin.red(), under.red()), mix(thin.green(), under.green()), mix(thin.blue(), under.blue()))
}

#[test]
fn contrast_is_computed_as_the_standard_has_it() {
    let (black, white, grey) =
        (Color::from_rgb_u8(0, 0, 0), Color::from_rgb_u8(255, 255, 255), Color::from_rgb_u8(0x77, 0x77, 0x77));
    assert!((contrast(black, white) - 21.0).abs() < 0.01);
    assert!((contrast(grey, white) - 4.48).abs() < 0.01);
    assert_eq!(over(Color::from_argb_u8(255, 1, 2, 3), white), Color::from_rgb_u8(1, 2, 3));
}

#[test]
fn every_text_and_border_of_both_themes_stands_out() {
    let evening = start();
    let theme = evening.window.global::<Theme>();
    for dark in [false, true] {
        theme.set_dark(dark);
        let grounds = [
            ("ground", theme.get_ground()),
            ("panel", theme.get_panel()),
            ("raised", theme.get_raised()),
            ("stripe", theme.get_stripe()),
            ("chosen", theme.get_chosen()),
            ("land", theme.get_land()),
        ];
        let texts = [
            ("ink", theme.get_ink()),
            ("muted", theme.get_muted()),
            ("accent", theme.get_accent()),
            ("good", theme.get_good()),
            ("warn", theme.get_warn()),
        ];
        for (ground, under) in grounds {
            for (text, color) in texts {
                let found = contrast(color, under);
                assert!(found >= 4.5, "{text} on {ground}, dark {dark}: {found:.2} : 1");
                // Under the pointer it is read as well.
                let hovered = contrast(color, over(theme.get_hover(), under));
                assert!(hovered >= 4.5, "{text} on {ground} under the pointer, dark {dark}: {hovered:.2} : 1");
            }
            for (line, color) in
                [("edge", theme.get_edge()), ("focus", theme.get_focus()), ("accent", theme.get_accent())]
            {
                let found = contrast(color, under);
                assert!(found >= 3.0, "{line} on {ground}, dark {dark}: {found:.2} : 1");
                let hovered = contrast(color, over(theme.get_hover(), under));
                assert!(hovered >= 3.0, "{line} on {ground} under the pointer, dark {dark}: {hovered:.2} : 1");
            }
        }
        let on_accent = contrast(theme.get_on_accent(), theme.get_accent());
        assert!(on_accent >= 4.5, "on a primary button, dark {dark}: {on_accent:.2} : 1");
        // The ring about what has the keyboard is no sign of an error.
        assert_ne!(theme.get_focus(), theme.get_accent());
    }
}
