//! Rubber, silicone, gel, soft foam, chocolate: soft things that strain much (or melt).

use super::Figure::{Density, Poisson, Range, Young};
use super::{LARGE_STRAIN, Preset, SMALL_STRAIN, derived, estimate, stated};

pub(super) const RUBBER: Preset = Preset {
    name: "rubber",
    meaning: "natural rubber without filler: rubber bands, balloons, gloves",
    law: LARGE_STRAIN,
    young: 1.5e6,
    young_range: (1.0e6, 2.5e6),
    poisson: 0.49,
    density: 930.0,
    loss: None,
    caveat: "At room temperature, to stretches of about 3; beyond, the chains lock and it stiffens, which no law here shows.",
    citations: &[
        stated(
            Young,
            "CambridgeMaterials2003",
            "natural rubber: 1.5 to 2.5 MPa; the softer end, for want of filler",
        ),
        derived(
            Range,
            "Treloar1975",
            "shear moduli of unfilled vulcanisates near 0.4 MPa, times 3, to the upper end of the table above",
        ),
        derived(
            Poisson,
            "Treloar1975",
            "nearly incompressible (0.4999); 0.49 so that 10-node tetrahedra do not lock",
        ),
        stated(Density, "CambridgeMaterials2003", "natural rubber: 920 to 930 kg/m3"),
    ],
};

pub(super) const RUBBER_HARD: Preset = Preset {
    name: "rubber-hard",
    meaning: "rubber filled with carbon black, Shore A 70: tyre treads, soles, mounts",
    law: LARGE_STRAIN,
    young: 5.5e6,
    young_range: (3.6e6, 9.4e6),
    poisson: 0.49,
    density: 1120.0,
    loss: None,
    caveat: "Softens with the first few large strains (Mullins effect) and with the amplitude of vibration; stiffens in the cold.",
    citations: &[
        derived(
            Young,
            "Gent1958",
            "relation of Shore A hardness S and E, in MPa: 0.0981 (56 + 7.62336 S) / (0.137505 (254 - 2.54 S)), at S = 70",
        ),
        derived(Range, "Gent1958", "the same at S = 60 and S = 80"),
        derived(
            Poisson,
            "Treloar1975",
            "nearly incompressible (0.4999); 0.49 so that 10-node tetrahedra do not lock",
        ),
        estimate(
            Density,
            "",
            "100 parts by mass of rubber (920 kg/m3) with 50 of carbon black (1800 kg/m3), mixed by volume",
        ),
    ],
};

pub(super) const SILICONE: Preset = Preset {
    name: "silicone",
    meaning: "silicone elastomer (PDMS, Sylgard 184, cured at room temperature): moulds, soft robots",
    law: LARGE_STRAIN,
    young: 1.32e6,
    young_range: (0.57e6, 3.7e6),
    poisson: 0.49,
    density: 1030.0,
    loss: None,
    caveat: "Depends on mixing ratio and curing; published moduli of one product differ widely by the kind of test.",
    citations: &[
        stated(Young, "Johnston2014", "Sylgard 184 in tension: 1.32 MPa cured at 25 C, to 2.97 MPa at 200 C"),
        stated(Range, "Wang2014", "base to curing agent from 33:1 to 5:1 in compression: 0.57 to 3.7 MPa"),
        estimate(
            Poisson,
            "",
            "an elastomer, nearly incompressible; 0.49 so that 10-node tetrahedra do not lock",
        ),
        estimate(Density, "", "about 1.03 by makers' data sheets; filled grades reach 1300 kg/m3 and more"),
    ],
};

pub(super) const JELLY: Preset = Preset {
    name: "jelly",
    meaning: "gelatine jelly, firm: one part of powder in 12 to 13 of water",
    law: LARGE_STRAIN,
    young: 10.0e3,
    young_range: (4.3e3, 277.0e3),
    poisson: 0.49,
    density: 1020.0,
    loss: None,
    caveat: "Chilled; melts at about 30 C. Relaxes over minutes. Quivers for long: add `viscosity` to taste.",
    citations: &[
        derived(
            Young,
            "Bonavia2025",
            "power law through 4.34 kPa at 20:1 and 277 kPa at 2:1 of water to powder gives 10 kPa at 12.6:1",
        ),
        stated(Range, "Bonavia2025", "the two ends of the same series; dessert is near the soft end"),
        estimate(
            Poisson,
            "",
            "mostly water, nearly incompressible; 0.49 so that 10-node tetrahedra do not lock",
        ),
        estimate(Density, "", "7 % by mass of gelatine (1350 kg/m3) in water; sugar adds to it"),
    ],
};

pub(super) const FOAM: Preset = Preset {
    name: "foam",
    meaning: "soft open-cell polyurethane foam: seat cushions, sponges",
    law: LARGE_STRAIN,
    young: 50.0e3,
    young_range: (20.0e3, 1.0e6),
    poisson: 0.33,
    density: 40.0,
    loss: None,
    caveat: "Linear to about 5 % of compression; then cells buckle and the stress stays nearly level, which no law here shows.",
    citations: &[
        derived(
            Young,
            "GibsonAshby1997",
            "open cells: E = Es (density / solid density)^2 with Es = 45 MPa and 1200 kg/m3 of solid polyurethane",
        ),
        derived(
            Range,
            "CambridgeMaterials2003",
            "flexible polymer foams of very low density reach 1 MPa; the formula above at 25 kg/m3 gives 20 kPa",
        ),
        stated(Poisson, "GibsonAshby1997", "about 1/3 for isotropic foams, whatever the density"),
        stated(
            Density,
            "CambridgeMaterials2003",
            "flexible polymer foams of very low and low density: 16 to 70 kg/m3",
        ),
    ],
};

pub(super) const CHOCOLATE: Preset = Preset {
    name: "chocolate",
    meaning: "solid chocolate at 20 C",
    law: SMALL_STRAIN,
    young: 100.0e6,
    young_range: (10.0e6, 1.0e9),
    poisson: 0.4,
    density: 1300.0,
    loss: None,
    caveat: "An order of magnitude. Elastic to very small strains only; falls steeply towards 30 C and with the air in it; snaps.",
    citations: &[
        estimate(
            Young,
            "Bikos2023",
            "not taken from there: an order of magnitude for a hard fat with sugar; tests by tension, compression, bending and ultrasound differ by up to 35 %",
        ),
        estimate(
            Range,
            "Samaras2024",
            "a factor of ten either way; softening from 20 to 30 C alone is large",
        ),
        estimate(Poisson, "", "between a crystalline fat and a liquid"),
        estimate(Density, "", "cocoa butter (900 kg/m3) and sugar (1590 kg/m3) in usual proportions"),
    ],
};
