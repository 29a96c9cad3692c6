//! Values of options, from text.

use glam::DVec3;
use pliant_scene::units::Dimension;

/// Pictures on a sheet, at most.
const LARGEST_SHEET: usize = 64;

/// Width and height of a picture (pixels).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Width (pixels).
    pub width: usize,
    /// Height (pixels).
    pub height: usize,
}

/// Where the camera is wanted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CameraWish {
    /// Angle around the up axis (degrees).
    pub azimuth: f64,
    /// Angle above the horizon (degrees).
    pub elevation: f64,
    /// 1 shows everything.
    pub distance: f64,
}

pub(super) fn size(text: &str) -> Result<Size, String> {
    let sides =
        text.split_once(['x', 'X']).and_then(|(w, h)| Some((w.trim().parse().ok()?, h.trim().parse().ok()?)));
    let allowed = 16..=pliant_render::LARGEST_SIDE;
    match sides {
        Some((width, height)) if allowed.contains(&width) && allowed.contains(&height) => {
            Ok(Size { width, height })
        }
        _ => Err(format!("expected WIDTHxHEIGHT, as in 1280x720, each from 16 to {}", allowed.end())),
    }
}

pub(super) fn camera(text: &str) -> Result<CameraWish, String> {
    let wish = match numbers(text)[..] {
        [Some(azimuth), Some(elevation)] => CameraWish { azimuth, elevation, distance: 1.0 },
        [Some(azimuth), Some(elevation), Some(distance)] => CameraWish { azimuth, elevation, distance },
        _ => {
            return Err(
                "expected AZIMUTH,ELEVATION or AZIMUTH,ELEVATION,DISTANCE, as in 32,18 or 32,18,0.5".into()
            );
        }
    };
    if wish.elevation.abs() > 90.0 {
        return Err("the elevation must be from -90 to 90 degrees".into());
    }
    if !(0.01..=1000.0).contains(&wish.distance) {
        return Err("the distance must be from 0.01 to 1000; 1 shows everything".into());
    }
    Ok(wish)
}

pub(super) fn point(text: &str) -> Result<DVec3, String> {
    match numbers(text)[..] {
        [Some(x), Some(y), Some(z)] => Ok(DVec3::new(x, y, z)),
        _ => Err("expected X,Y,Z in metres, as in 0.5,0,0.2".into()),
    }
}

pub(super) fn range(text: &str) -> Result<(f64, f64), String> {
    match numbers(text)[..] {
        [Some(low), Some(high)] if low < high => Ok((low, high)),
        _ => Err("expected LO,HI in SI units with LO below HI, as in 0,2e5".into()),
    }
}

pub(super) fn time(text: &str) -> Result<f64, String> {
    let quantity = pliant_scene::units::parse(text).map_err(|e| e.to_string())?;
    if quantity.has_unit && quantity.dimension != Dimension::TIME {
        return Err("that is no time; write for example \"0.5 s\" or \"20 ms\"".into());
    }
    if quantity.value.is_finite() {
        Ok(quantity.value)
    } else {
        Err("the time must be a finite number".into())
    }
}

pub(super) fn sheet_count(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(count) if (1..=LARGEST_SHEET).contains(&count) => Ok(count),
        _ => Err(format!("expected a number from 1 to {LARGEST_SHEET}")),
    }
}

pub(super) fn rate(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(rate) if (0.1..=240.0).contains(&rate) => Ok(rate),
        _ => Err("expected a number from 0.1 to 240".into()),
    }
}

fn numbers(text: &str) -> Vec<Option<f64>> {
    text.split(',').map(|word| word.trim().parse().ok().filter(|number: &f64| number.is_finite())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_cameras_are_read_and_nonsense_is_refused() {
        assert_eq!(size("640x360"), Ok(Size { width: 640, height: 360 }));
        for wrong in ["640", "0x10", "1e3x10", "99999x10", "x", "640x", "-5x20", ""] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
        assert_eq!(camera("-30, 20"), Ok(CameraWish { azimuth: -30.0, elevation: 20.0, distance: 1.0 }));
        assert_eq!(camera("0,90,0.5").map(|wish| wish.distance), Ok(0.5));
        for wrong in ["", "1", "1,2,3,4", "nan,0", "0,91", "0,0,0", "a,b", "inf,0"] {
            assert!(camera(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn points_ranges_and_times_are_read_and_nonsense_is_refused() {
        assert_eq!(point("1,-2,3e-1"), Ok(DVec3::new(1.0, -2.0, 0.3)));
        assert!(point("1,2").is_err() && point("1,2,nan").is_err());
        assert_eq!(range("-1,2"), Ok((-1.0, 2.0)));
        assert!(range("2,1").is_err() && range("1,1").is_err() && range("0,inf").is_err());
        assert_eq!(time("20 ms"), Ok(0.02));
        assert_eq!(time("0"), Ok(0.0));
        assert!(time("3 m").is_err());
        assert!(sheet_count("0").is_err() && sheet_count("65").is_err() && rate("0").is_err());
    }
}
