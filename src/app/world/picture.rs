//! The map's own picture: judged by its size before it is read, scaled to a size that stays fast, and kept in the campaign's
//! file outside the journal.

use super::{ByHand, as_it_was};
use crate::campaign::problem::{Problem, ProblemKind, Result};
use crate::store::world::MapPicture;
use crate::store::{Db, Store};
use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageFormat, ImageReader, Limits, Rgb, RgbImage};
use std::io::Cursor;

/// The longer side of a kept picture, in pixels, at most.
pub const LONGEST_SIDE: u32 = 2048;
/// The longer side of a picture that is read, in pixels, at most.
const MOST_PIXELS_ACROSS: u32 = 20_000;
/// The pixels of a picture that is read, at most.
const MOST_PIXELS: u64 = 80_000_000;
/// The memory that reading it may take, in bytes: what so many pixels take, with colours and clearness.
const MOST_MEMORY: u64 = 4 * MOST_PIXELS;
/// The pixels of a JPEG that is drawn finer and finer, which is held whole before it is drawn, at most.
const MOST_PIXELS_WHOLE: u64 = MOST_PIXELS / 2;
/// How well a kept picture is drawn, of 100.
const QUALITY: u8 = 88;

fn unreadable(why: impl std::fmt::Display) -> Problem {
    Problem::bad_input(format!("The picture cannot be read: {why}.")).hint("Give a PNG or a JPEG.")
}

/// Whether a JPEG may be drawn finer and finer: the mark of it is nowhere in what is drawn.
fn finer_and_finer(bytes: &[u8]) -> bool {
    bytes.windows(2).any(|mark| mark == [0xFF, 0xC2])
}

/// A picture out of the bytes of a PNG or a JPEG, its longer side no longer than `longest`.
fn read(bytes: &[u8], longest: u32) -> Result<DynamicImage> {
    let open = || {
        let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(unreadable)?;
        if !matches!(reader.format(), Some(ImageFormat::Png | ImageFormat::Jpeg)) {
            return Err(unreadable("it is neither a PNG nor a JPEG"));
        }
        let mut limits = Limits::default();
        limits.max_image_width = Some(longest);
        limits.max_image_height = Some(longest);
        limits.max_alloc = Some(MOST_MEMORY);
        reader.limits(limits);
        Ok(reader)
    };
    // Its size is written at its beginning, and judged before the rest is read.
    let (width, height) = open()?.into_dimensions().map_err(unreadable)?;
    let most = if finer_and_finer(bytes) { MOST_PIXELS_WHOLE } else { MOST_PIXELS };
    if u64::from(width) * u64::from(height) > most || width.max(height) > longest {
        return Err(Problem::bad_input(format!("The picture is too large: {width} by {height} pixels."))
            .hint(format!("Give one of at most {} million pixels.", most / 1_000_000)));
    }
    open()?.decode().map_err(unreadable)
}

/// A picture as it is kept: its longer side no longer than it may be, on white where it is clear, as a JPEG.
fn kept(picture: DynamicImage) -> Result<MapPicture> {
    let longest = |picture: &DynamicImage| picture.width().max(picture.height());
    // The finer way holds a picture of large numbers beside this one; what is far larger is brought near by a plain one.
    let near = match longest(&picture) > 2 * LONGEST_SIDE {
        true => {
            let near = picture.thumbnail(2 * LONGEST_SIDE, 2 * LONGEST_SIDE);
            drop(picture);
            near
        }
        false => picture,
    };
    let scaled = match longest(&near) > LONGEST_SIDE {
        true => near.resize(LONGEST_SIDE, LONGEST_SIDE, image::imageops::FilterType::Triangle),
        false => near,
    };
    let clear = scaled.to_rgba8();
    let flat = RgbImage::from_fn(clear.width(), clear.height(), |x, y| {
        let [red, green, blue, alpha] = clear.get_pixel(x, y).0;
        let on_white = |part: u8| {
            let (part, alpha) = (u16::from(part), u16::from(alpha));
            ((part * alpha + 255 * (255 - alpha)) / 255) as u8
        };
        Rgb([on_white(red), on_white(green), on_white(blue)])
    });
    let mut data = Vec::new();
    flat.write_with_encoder(JpegEncoder::new_with_quality(&mut data, QUALITY)).map_err(|error| {
        Problem::new(ProblemKind::System, format!("The picture could not be scaled: {error}.")).hint("Try another.")
    })?;
    Ok(MapPicture { width: flat.width(), height: flat.height(), data })
}

/// Lays a picture under the map, in place of any that is there.
pub fn lay(store: &mut Store, bytes: &[u8], by: &ByHand) -> Result<(u32, u32)> {
    // Read and scaled before the action, so that nothing waits on it.
    let given = read(bytes, MOST_PIXELS_ACROSS)?;
    let was = (given.width(), given.height());
    let picture = kept(given)?;
    let size = (picture.width, picture.height);
    store.act("map picture", &by.arguments(serde_json::json!(size)), |act| {
        act.lay_picture(Some(&picture))?;
        let scaled = match was == size {
            true => String::new(),
            false => format!(", scaled from {} by {} pixels to {} by {}", was.0, was.1, size.0, size.1),
        };
        Ok((size, by.sentence(act, format!("The map has a picture of its own{scaled}"))?))
    })
}

/// Takes the picture from under the map, which is plain parchment again.
pub fn take_away(store: &mut Store, by: &ByHand) -> Result<()> {
    store.act("map parchment", &by.arguments(serde_json::json!({})), |act| {
        if act.map_picture()?.is_none() {
            return Err(as_it_was("The map is plain parchment, and"));
        }
        act.lay_picture(None)?;
        Ok(((), by.sentence(act, "The map is plain parchment again".to_owned())?))
    })
}

/// A kept picture as it is drawn: its width and height, and red, green and blue of every pixel in rows from the top.
pub fn pixels(db: &Db, number: i64) -> Result<(u32, u32, Vec<u8>)> {
    let picture = read(&db.picture(number)?.data, LONGEST_SIDE)?.into_rgb8();
    Ok((picture.width(), picture.height(), picture.into_raw()))
}

/// As many pictures that cannot be read as are told of.
const MOST_FAULTS: usize = 20;

/// Whether every picture of a campaign can be read; the numbers and faults of the first that cannot. One is held at a time.
pub fn unreadable_pictures(db: &Db) -> Result<Vec<(i64, String)>> {
    let mut unreadable = Vec::new();
    for number in db.pictures()? {
        if let Some(fault) = fault(&db.picture(number)?) {
            unreadable.push((number, fault));
        }
        if unreadable.len() == MOST_FAULTS {
            break;
        }
    }
    Ok(unreadable)
}

/// Why a picture that is kept cannot be seen, if it cannot.
pub fn fault(picture: &MapPicture) -> Option<String> {
    if picture.width.max(picture.height) > LONGEST_SIDE {
        return Some(format!("it is larger than {LONGEST_SIDE} pixels, as none that is kept is"));
    }
    // A PNG may carry what unfolds to far more than its pixels.
    if !matches!(image::guess_format(&picture.data), Ok(ImageFormat::Jpeg)) {
        return Some("it is no JPEG, as all that are kept are".to_owned());
    }
    match read(&picture.data, LONGEST_SIDE) {
        Ok(image) if (image.width(), image.height()) == (picture.width, picture.height) => None,
        Ok(_) => Some("it is not of the size that is written of it".to_owned()),
        Err(problem) => Some(problem.sentence.trim_end_matches('.').to_owned()),
    }
}
