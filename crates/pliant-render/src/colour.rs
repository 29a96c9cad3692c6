//! Colours in linear light, and the way to and from the screen (sRGB, IEC 61966-2-1).

use glam::DVec3;

/// Steps of the table from linear light to bytes: fine enough that no byte is skipped at the dark end, where the
/// curve is steepest (12.92 * 255 / 4095 < 1).
const TABLE_STEPS: usize = 4095;

/// Linear light of a colour as on screen (0 to 1).
pub(crate) fn linear_of(colour: [f32; 3]) -> DVec3 {
    let channel = |c: f32| if c.is_finite() { decode(f64::from(c).clamp(0.0, 1.0)) } else { 0.0 };
    DVec3::new(channel(colour[0]), channel(colour[1]), channel(colour[2]))
}

/// Linear light of a colour given as 0xRRGGBB.
pub(crate) fn linear_of_hex(hex: u32) -> DVec3 {
    let channel = |shift: u32| decode(f64::from(hex >> shift & 0xff) / 255.0);
    DVec3::new(channel(16), channel(8), channel(0))
}

fn decode(screen: f64) -> f64 {
    if screen <= 0.04045 { screen / 12.92 } else { ((screen + 0.055) / 1.055).powf(2.4) }
}

fn encode(linear: f64) -> f64 {
    if linear <= 0.003_130_8 { linear * 12.92 } else { 1.055 * linear.powf(1.0 / 2.4) - 0.055 }
}

/// From linear light to bytes as on screen.
pub(crate) struct ScreenTable {
    bytes: Vec<u8>,
}

impl ScreenTable {
    pub(crate) fn new() -> Self {
        let byte = |step: usize| (encode(step as f64 / TABLE_STEPS as f64) * 255.0).round() as u8;
        Self { bytes: (0..=TABLE_STEPS).map(byte).collect() }
    }

    pub(crate) fn bytes_of(&self, linear: DVec3) -> [u8; 3] {
        // Casts of floats to integers saturate, and NaN becomes 0: always inside the table.
        let byte = |c: f64| {
            self.bytes[((c * TABLE_STEPS as f64 + 0.5) as i32).clamp(0, TABLE_STEPS as i32) as usize]
        };
        [byte(linear.x), byte(linear.y), byte(linear.z)]
    }
}

/// Bytes of a colour as on screen (0 to 1).
pub(crate) fn bytes_of_screen(colour: [f32; 3]) -> [u8; 3] {
    colour.map(|c| (c.clamp(0.0, 1.0) * 255.0).round() as u8)
}
