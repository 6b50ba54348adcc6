//! The bundled font: how wide its texts are, and which characters it has.

use crate::assets;
use resvg::usvg::fontdb;
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider};
use std::sync::{Arc, LazyLock};

/// The family that both files declare.
pub(super) const FAMILY: &str = "Inter";

struct Faces {
    regular: Vec<u8>,
    semibold: Vec<u8>,
}

static FACES: LazyLock<Faces> =
    LazyLock::new(|| Faces { regular: assets::unpack(assets::REGULAR), semibold: assets::unpack(assets::SEMIBOLD) });

/// What a canvas calls a font, as `600 15px Inter, sans-serif`.
#[derive(Debug, PartialEq)]
struct Css {
    bold: bool,
    size: f32,
}

fn parse(css: &str) -> Css {
    let mut font = Css { bold: false, size: 11.0 };
    for word in css.split_whitespace() {
        if let Some(size) = word.strip_suffix("px").and_then(|digits| digits.parse().ok()) {
            font.size = size;
            break;
        }
        font.bold |= matches!(word, "bold" | "bolder") || word.parse::<u16>().is_ok_and(|weight| weight >= 550);
    }
    font
}

/// In pixels. A character that the font lacks counts as a wide one.
pub(super) fn width(css: &str, text: &str) -> f64 {
    let css = parse(css);
    let Ok(face) = FontRef::new(if css.bold { &FACES.semibold } else { &FACES.regular }) else {
        return 0.6 * f64::from(css.size) * text.chars().count() as f64;
    };
    let metrics = face.glyph_metrics(Size::new(css.size), LocationRef::default());
    let letters = face.charmap();
    let advance = |c: char| letters.map(c).and_then(|glyph| metrics.advance_width(glyph)).unwrap_or(css.size);
    text.chars().map(|c| f64::from(advance(c))).sum()
}

/// Every character can be drawn with it.
fn covers(text: &str) -> bool {
    FontRef::new(&FACES.regular).is_ok_and(|face| {
        let letters = face.charmap();
        text.chars().all(|c| c.is_whitespace() || c.is_control() || letters.map(c).is_some())
    })
}

static OWN: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| Arc::new(own()));

/// With the machine's fonts behind ours, for scripts that ours does not have. Looking for them takes a while, so
/// only when they are needed.
static WITH_SYSTEM: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = own();
    fonts.load_system_fonts();
    name_families(&mut fonts);
    Arc::new(fonts)
});

fn own() -> fontdb::Database {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(FACES.regular.clone());
    fonts.load_font_data(FACES.semibold.clone());
    name_families(&mut fonts);
    fonts
}

fn name_families(fonts: &mut fontdb::Database) {
    fonts.set_sans_serif_family(FAMILY);
    fonts.set_serif_family(FAMILY);
    fonts.set_monospace_family(FAMILY);
}

pub(super) fn fonts_for(text: &str) -> Arc<fontdb::Database> {
    if covers(text) { Arc::clone(&OWN) } else { Arc::clone(&WITH_SYSTEM) }
}

#[cfg(test)]
#[path = "font_tests.rs"]
mod tests;
