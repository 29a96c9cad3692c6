//! Colours of values. Tables of 33 colours, as on screen, joined by straight lines.
//!
//! Viridis and inferno by N. Smith and S. van der Walt, cividis by J. Nunez, C. Anderton and R. Renslow (2018),
//! cool to warm by K. Moreland (2009): all of them free of rights, all of them readable by the colour-blind.

use crate::colour::linear_of_hex;
use glam::DVec3;

/// Which colours values get.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColourMap {
    /// Dark blue over green to yellow; the default.
    #[default]
    Viridis,
    /// Black over red to pale yellow.
    Inferno,
    /// Dark blue over grey to yellow; the same to every eye.
    Cividis,
    /// Blue over light grey to red, for values of both signs.
    Coolwarm,
    /// Dark to light grey.
    Grey,
}

impl ColourMap {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Viridis, Self::Inferno, Self::Cividis, Self::Coolwarm, Self::Grey];

    /// The name users type.
    pub fn name(self) -> &'static str {
        match self {
            Self::Viridis => "viridis",
            Self::Inferno => "inferno",
            Self::Cividis => "cividis",
            Self::Coolwarm => "coolwarm",
            Self::Grey => "grey",
        }
    }

    /// The map of a name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|map| map.name() == name)
    }

    /// The colour as on screen (sRGB bytes) of a fraction from 0 to 1.
    pub fn screen_colour(self, fraction: f64) -> [u8; 3] {
        let stops = self.stops();
        let last = stops.len() - 1;
        let place = if fraction.is_finite() { fraction.clamp(0.0, 1.0) * last as f64 } else { 0.0 };
        let below = (place as usize).min(last - 1);
        let share = place - below as f64;
        let channel = |shift: u32| {
            let of = |stop: u32| f64::from(stop >> shift & 0xff);
            (of(stops[below]) * (1.0 - share) + of(stops[below + 1]) * share).round() as u8
        };
        [channel(16), channel(8), channel(0)]
    }

    fn stops(self) -> &'static [u32] {
        match self {
            Self::Viridis => &VIRIDIS,
            Self::Inferno => &INFERNO,
            Self::Cividis => &CIVIDIS,
            Self::Coolwarm => &COOLWARM,
            Self::Grey => &GREY,
        }
    }
}

/// A map in linear light, by table.
pub(crate) struct LinearMap {
    colours: Vec<DVec3>,
}

impl LinearMap {
    const STEPS: usize = 1023;

    pub(crate) fn new(map: ColourMap) -> Self {
        let colour = |step: usize| {
            let [r, g, b] = map.screen_colour(step as f64 / Self::STEPS as f64).map(u32::from);
            linear_of_hex(r << 16 | g << 8 | b)
        };
        Self { colours: (0..=Self::STEPS).map(colour).collect() }
    }

    pub(crate) fn at(&self, fraction: f64) -> DVec3 {
        self.colours[((fraction * Self::STEPS as f64 + 0.5) as usize).min(Self::STEPS)]
    }
}

const VIRIDIS: [u32; 33] = [
    0x440154, 0x470d60, 0x48186a, 0x482374, 0x472d7b, 0x453681, 0x424086, 0x3f4989, 0x3b528b, 0x375a8d,
    0x33638d, 0x2f6a8e, 0x2c728e, 0x297a8e, 0x26818e, 0x23898e, 0x21908c, 0x1f988b, 0x1f9f88, 0x21a685,
    0x28ae80, 0x31b57b, 0x3ebc74, 0x4cc26c, 0x5dc963, 0x6ece58, 0x82d34c, 0x96d83f, 0xabdc32, 0xc0df24,
    0xd5e21a, 0xeae51a, 0xfde725,
];
const INFERNO: [u32; 33] = [
    0x000004, 0x040312, 0x0b0724, 0x150b37, 0x210c4a, 0x2e0a5a, 0x3c0965, 0x4a0c6b, 0x57106d, 0x63146e,
    0x70196e, 0x7d1e6d, 0x89226a, 0x962766, 0xa32b61, 0xaf315c, 0xbb3755, 0xc63e4d, 0xd14644, 0xdb4f3b,
    0xe35932, 0xeb6528, 0xf1711e, 0xf67f14, 0xf98d0a, 0xfb9c06, 0xfcab0f, 0xfbba1f, 0xf9ca32, 0xf5d949,
    0xf2e865, 0xf3f586, 0xfcffa4,
];
const CIVIDIS: [u32; 33] = [
    0x00224e, 0x00285b, 0x002e6a, 0x043371, 0x1a386f, 0x273e6e, 0x32436d, 0x3b496c, 0x434e6c, 0x4b546c,
    0x52596d, 0x5a5f6e, 0x61656f, 0x686a71, 0x6f7073, 0x757676, 0x7c7b78, 0x848179, 0x8b8778, 0x938d78,
    0x9b9376, 0xa39a75, 0xaba072, 0xb3a670, 0xbbad6c, 0xc3b469, 0xccba64, 0xd4c15f, 0xddc958, 0xe6d051,
    0xefd748, 0xf8df3c, 0xfee838,
];
const COOLWARM: [u32; 33] = [
    0x3b4cc0, 0x445acc, 0x4d68d7, 0x5775e1, 0x6282ea, 0x6c8ef1, 0x779af7, 0x82a5fb, 0x8db0fe, 0x98b9ff,
    0xa3c2fe, 0xaec9fc, 0xb8d0f9, 0xc2d5f4, 0xccd9ee, 0xd5dbe6, 0xdddddd, 0xe5d8d1, 0xecd3c5, 0xf1ccb9,
    0xf4c4ad, 0xf7bba0, 0xf7b194, 0xf7a687, 0xf49a7b, 0xf18d6f, 0xec7f63, 0xe57058, 0xde604d, 0xd55042,
    0xcb3e38, 0xc0282f, 0xb40426,
];
const GREY: [u32; 2] = [0x161616, 0xf2f2f2];
