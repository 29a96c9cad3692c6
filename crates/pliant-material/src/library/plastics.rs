//! Glassy and crystalline polymers.

use super::Figure::{Density, Loss as LossFactor, Poisson, Range, Young};
use super::{Loss, Preset, SMALL_STRAIN, derived, stated};

/// Polymers creep and soften; the laws here do not.
const CREEPS: &str = "At room temperature and small strains; creeps under lasting load, softens with warmth, and does neither here.";

pub(super) const ABS: Preset = Preset {
    name: "abs",
    meaning: "ABS plastic: toy bricks, housings",
    law: SMALL_STRAIN,
    young: 2.4e9,
    young_range: (1.1e9, 2.9e9),
    poisson: 0.35,
    density: 1050.0,
    loss: None,
    caveat: CREEPS,
    citations: &[
        stated(Young, "Dowling2013", "Table 5.2, ABS of medium impact strength: 2.4 GPa"),
        stated(Range, "CambridgeMaterials2003", "ABS: 1.1 to 2.9 GPa"),
        stated(Poisson, "Dowling2013", "Table 5.2, ABS of medium impact strength: 0.35"),
        derived(Density, "CambridgeMaterials2003", "ABS: 1010 to 1210 kg/m3; the unfilled end"),
    ],
};

pub(super) const ACRYLIC: Preset = Preset {
    name: "acrylic",
    meaning: "PMMA, Plexiglas, Perspex: clear panes",
    law: SMALL_STRAIN,
    young: 2.7e9,
    young_range: (2.24e9, 3.24e9),
    poisson: 0.35,
    density: 1190.0,
    loss: Some(Loss { factor: 0.03, frequency: 1000.0 }),
    caveat: CREEPS,
    citations: &[
        stated(Young, "Dowling2013", "Table 5.2, acrylic: 2.7 GPa"),
        stated(Range, "CallisterRethwisch2014", "Table B.2, PMMA: 2.24 to 3.24 GPa"),
        stated(Poisson, "Dowling2013", "Table 5.2, acrylic: 0.35"),
        stated(Density, "CallisterRethwisch2014", "Table B.1, PMMA: 1.19 g/cm3"),
        stated(
            LossFactor,
            "CremerHecklPetersson2005",
            "Plexiglas: 0.02 to 0.04; the frequency is our choice, in the audible range",
        ),
    ],
};

pub(super) const NYLON: Preset = Preset {
    name: "nylon",
    meaning: "nylon 66, dry: gears, cable ties",
    law: SMALL_STRAIN,
    young: 2.7e9,
    young_range: (1.59e9, 3.79e9),
    poisson: 0.41,
    density: 1140.0,
    loss: None,
    caveat: "Dry; in moist air it takes up water and loses half of its stiffness. Creeps under lasting load.",
    citations: &[
        stated(Young, "Dowling2013", "Table 5.2, nylon 66, dry: 2.7 GPa"),
        stated(Range, "CallisterRethwisch2014", "Table B.2, nylon 6,6: 1.59 to 3.79 GPa"),
        stated(Poisson, "Dowling2013", "Table 5.2, nylon 66, dry: 0.41"),
        stated(Density, "CallisterRethwisch2014", "Table B.1, nylon 6,6: 1.14 g/cm3"),
    ],
};

pub(super) const PLA: Preset = Preset {
    name: "pla",
    meaning: "polylactic acid, solid: printed parts at full infill, along the lines",
    law: SMALL_STRAIN,
    young: 3.5e9,
    young_range: (0.35e9, 3.5e9),
    poisson: 0.36,
    density: 1250.0,
    loss: None,
    caveat: "Solid; a print is softer across its layers and in proportion to its infill. Softens from 55 C on.",
    citations: &[
        stated(Young, "FarahAndersonLanger2016", "3.5 GPa"),
        stated(Range, "FarahAndersonLanger2016", "0.35 to 3.5 GPa over grades and crystallinities"),
        stated(Poisson, "FarahAndersonLanger2016", "0.36"),
        stated(Density, "FarahAndersonLanger2016", "1.252 g/cm3"),
    ],
};

pub(super) const POLYETHYLENE: Preset = Preset {
    name: "polyethylene",
    meaning: "high-density polyethylene: bottles, pipes, chopping boards",
    law: SMALL_STRAIN,
    young: 1.08e9,
    young_range: (0.62e9, 1.1e9),
    poisson: 0.42,
    density: 959.0,
    loss: None,
    caveat: "High density; film of low density has 0.2 GPa. Creeps under lasting load.",
    citations: &[
        stated(Young, "Dowling2013", "Table 5.2, HDPE: 1.08 GPa; Callister and Rethwisch have the same"),
        derived(Range, "CambridgeMaterials2003", "polyethylene: 0.62 to 0.90 GPa, and the figure above"),
        stated(Poisson, "Dowling2013", "Table 5.2, HDPE: 0.42"),
        stated(Density, "CallisterRethwisch2014", "Table B.1, HDPE: 0.959 g/cm3"),
    ],
};

pub(super) const POLYSTYRENE_FOAM: Preset = Preset {
    name: "polystyrene-foam",
    meaning: "expanded polystyrene, EPS22: packaging, insulation",
    law: SMALL_STRAIN,
    young: 5.0e6,
    young_range: (1.5e6, 10.3e6),
    poisson: 0.12,
    density: 22.0,
    loss: None,
    caveat: "Linear to 1 % of compression; then it is crushed for good, which no law here shows.",
    citations: &[
        derived(Young, "AstmD2017", "ASTM D6817, EPS22: at least 50 kPa at 1 % of compression"),
        derived(
            Range,
            "AstmD2017",
            "ASTM D6817, EPS12 to EPS39: at least 15 to 103 kPa at 1 % of compression",
        ),
        derived(Poisson, "Horvath1994", "0.0056 times the density in kg/m3 + 0.0024"),
        stated(Density, "AstmD2017", "ASTM D6817, EPS22: at least 21.6 kg/m3"),
    ],
};
