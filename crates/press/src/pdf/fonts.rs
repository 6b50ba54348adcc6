//! The fonts inside the program, and what they cannot print.

use std::sync::LazyLock;
use typst::foundations::Bytes;
use typst::text::Font;

/// In the order in which a missing glyph is looked for. `scripts/setup` fetches them; `docs/dependencies.md` says where from.
pub(super) static FONTS: LazyLock<Vec<Font>> = LazyLock::new(|| {
    let files: [&'static [u8]; 5] = [
        include_bytes!(concat!(env!("VOUCH_PRESS_FONTS"), "/Inter-Regular.ttf")),
        include_bytes!(concat!(env!("VOUCH_PRESS_FONTS"), "/Inter-Italic.ttf")),
        include_bytes!(concat!(env!("VOUCH_PRESS_FONTS"), "/Inter-SemiBold.ttf")),
        include_bytes!(concat!(env!("VOUCH_PRESS_FONTS"), "/JetBrainsMono-Regular.ttf")),
        include_bytes!(concat!(env!("VOUCH_PRESS_FONTS"), "/DejaVuSans.ttf")),
    ];
    files.into_iter().flat_map(|file| Font::iter(Bytes::new(file))).collect()
});

/// What is embedded here, with the licences that have to go where the program goes.
pub const LICENCES: [(&str, &str); 3] = [
    ("Inter", include_str!(concat!(env!("VOUCH_PRESS_FONTS"), "/LICENSE-inter"))),
    ("JetBrains Mono", include_str!(concat!(env!("VOUCH_PRESS_FONTS"), "/LICENSE-jetbrains-mono"))),
    ("DejaVu Sans", include_str!(concat!(env!("VOUCH_PRESS_FONTS"), "/LICENSE-dejavu"))),
];

/// Characters of a text that no font here has, the first few of them.
pub(super) fn missing<'t>(texts: impl IntoIterator<Item = &'t str>) -> Vec<char> {
    let mut missing = Vec::new();
    for c in texts.into_iter().flat_map(str::chars) {
        if !c.is_ascii() && !is_invisible(c) && !missing.contains(&c) && !has_glyph(c) {
            missing.push(c);
            if missing.len() == 5 {
                break;
            }
        }
    }
    missing
}

fn has_glyph(c: char) -> bool {
    FONTS.iter().any(|font| font.info().coverage.contains(u32::from(c)))
}

/// Joiners, selectors and marks of direction: they shape others and have no shape themselves.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
        || matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{e0000}'..='\u{e0fff}')
}
