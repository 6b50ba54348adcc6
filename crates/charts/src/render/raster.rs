//! SVG to PNG.

use super::font;
use crate::ChartError;
use resvg::{tiny_skia, usvg};

/// A picture beyond this is a mistake, or meant to fill the memory.
const MOST_PIXELS: f32 = 24_000_000.0;

pub(super) fn png(svg: &str, scale: f32) -> Result<Vec<u8>, ChartError> {
    let options = usvg::Options {
        font_family: font::FAMILY.to_owned(),
        fontdb: font::fonts_for(svg),
        // Nothing in our pictures refers to a file; whatever does is not ours.
        image_href_resolver: usvg::ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..usvg::Options::default()
    };
    let tree = usvg::Tree::from_str(svg, &options).map_err(|e| ChartError::Internal(e.to_string()))?;
    let size = tree.size();
    let scale = scale.clamp(0.25, 4.0);
    let (width, height) = ((size.width() * scale).ceil(), (size.height() * scale).ceil());
    if width * height > MOST_PIXELS {
        return Err(ChartError::TooMany {
            what: "pixels",
            count: (width * height) as usize,
            most: MOST_PIXELS as usize,
        });
    }
    let mut picture = tiny_skia::Pixmap::new(width as u32, height as u32)
        .ok_or_else(|| ChartError::Internal(format!("no picture of {width} by {height} pixels")))?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut picture.as_mut());
    picture.encode_png().map_err(|e| ChartError::Internal(e.to_string()))
}
