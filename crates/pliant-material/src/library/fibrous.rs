//! Wood, cork, paper, cloth, leather: what grows in fibres and cells. All of them are stiffer along than across; the
//! presets are isotropic stand-ins.

use super::Figure::{Density, Loss as LossFactor, Poisson, Range, Young};
use super::{LARGE_STRAIN, Loss, Preset, SMALL_STRAIN, derived, estimate, stated};

/// Woods differ by direction more than by kind.
const ALONG_THE_GRAIN: &str = "Along the grain, at 12 % of moisture; across it wood is 10 to 20 times softer, which an isotropic law cannot show.";

pub(super) const WOOD: Preset = Preset {
    name: "wood",
    meaning: "softwood along the grain (Sitka spruce): timber, masts, soundboards",
    law: SMALL_STRAIN,
    young: 10.8e9,
    young_range: (5.5e9, 13.7e9),
    poisson: 0.37,
    density: 450.0,
    loss: None,
    caveat: ALONG_THE_GRAIN,
    citations: &[
        stated(Young, "WoodHandbook2021", "Sitka spruce, 12 % moisture, bending: 10.8 GPa"),
        stated(Range, "WoodHandbook2021", "softwoods, 12 % moisture: northern white cedar to longleaf pine"),
        stated(Poisson, "WoodHandbook2021", "Sitka spruce, pull along the grain, radial strain: 0.372"),
        derived(
            Density,
            "WoodHandbook2021",
            "specific gravity 0.40 of dry mass on volume at 12 %, times 1.12 for the water",
        ),
    ],
};

pub(super) const OAK: Preset = Preset {
    name: "oak",
    meaning: "hardwood along the grain (northern red oak): furniture, barrels",
    law: SMALL_STRAIN,
    young: 12.5e9,
    young_range: (7.1e9, 15.7e9),
    poisson: 0.35,
    density: 705.0,
    loss: None,
    caveat: ALONG_THE_GRAIN,
    citations: &[
        stated(Young, "WoodHandbook2021", "northern red oak, 12 % moisture, bending: 12.5 GPa"),
        stated(Range, "WoodHandbook2021", "oaks, 12 % moisture: bur oak to cherrybark oak"),
        stated(Poisson, "WoodHandbook2021", "northern red oak, pull along the grain, radial strain: 0.350"),
        derived(
            Density,
            "WoodHandbook2021",
            "specific gravity 0.63 of dry mass on volume at 12 %, times 1.12 for the water",
        ),
    ],
};

pub(super) const BALSA: Preset = Preset {
    name: "balsa",
    meaning: "balsa wood along the grain: models, cores of sandwich panels",
    law: SMALL_STRAIN,
    young: 3.4e9,
    young_range: (1.5e9, 6.0e9),
    poisson: 0.23,
    density: 180.0,
    loss: None,
    caveat: ALONG_THE_GRAIN,
    citations: &[
        stated(Young, "WoodHandbook2021", "balsa, 12 % moisture, bending: 3.4 GPa"),
        estimate(Range, "", "in proportion to densities of 80 to 300 kg/m3"),
        stated(Poisson, "WoodHandbook2021", "balsa, pull along the grain, radial strain: 0.229"),
        derived(
            Density,
            "WoodHandbook2021",
            "specific gravity 0.16 of dry mass on volume at 12 %, times 1.12 for the water",
        ),
    ],
};

pub(super) const CORK: Preset = Preset {
    name: "cork",
    meaning: "natural cork: bottle stoppers, floor tiles",
    law: LARGE_STRAIN,
    young: 15.0e6,
    young_range: (8.0e6, 27.0e6),
    poisson: 0.1,
    density: 170.0,
    loss: Some(Loss { factor: 0.15, frequency: 100.0 }),
    caveat: "Stiffer along the radius of the tree than around it. Linear to about 5 % of compression; then its cells buckle.",
    citations: &[
        derived(
            Young,
            "GibsonEasterlingAshby1981",
            "13 MPa across and 20 MPa along the radius: the mean over directions",
        ),
        stated(Range, "GibsonEasterlingAshby1981", "13 - 5 MPa across to 20 + 7 MPa along the radius"),
        derived(
            Poisson,
            "GibsonEasterlingAshby1981",
            "0 to 0.1 with the radius, 0.25 to 0.5 around it; as a stopper sees it",
        ),
        stated(Density, "GibsonEasterlingAshby1981", "170 kg/m3"),
        stated(
            LossFactor,
            "CremerHecklPetersson2005",
            "cork: 0.13 to 0.17; the frequency is our choice for vibration mounts",
        ),
    ],
};

pub(super) const PAPER: Preset = Preset {
    name: "paper",
    meaning: "paper and thin board, in its plane, the directions averaged",
    law: SMALL_STRAIN,
    young: 5.0e9,
    young_range: (2.0e9, 10.0e9),
    poisson: 0.29,
    density: 800.0,
    loss: None,
    caveat: "At 50 % of humidity; softer when damp. Twice as stiff along the machine as across it, and a hundred times softer through its thickness.",
    citations: &[
        derived(
            Young,
            "MannBaumHabeger1980",
            "carton board: 7.44 GPa along and 3.47 GPa across the machine; the geometric mean",
        ),
        estimate(Range, "MannBaumHabeger1980", "the two directions, widened for newsprint and tracing paper"),
        stated(
            Poisson,
            "BaumBrennanHabeger1981",
            "geometric mean of the two in-plane ratios over many papers: 0.293",
        ),
        estimate(Density, "", "office paper: 80 g/m2 at a thickness of 0.1 mm"),
    ],
};

pub(super) const COTTON: Preset = Preset {
    name: "cotton",
    meaning: "woven cotton cloth as a continuum, pulled along its threads",
    law: LARGE_STRAIN,
    young: 50.0e6,
    young_range: (5.0e6, 500.0e6),
    poisson: 0.2,
    density: 430.0,
    loss: None,
    caveat: "An order of magnitude. Cloth bends far more easily than a solid of its thickness: for drape take a much smaller modulus. Limp until its threads are straight; soft along the diagonal.",
    citations: &[
        estimate(
            Young,
            "ClydeTeranTamstorf2017",
            "not taken from there: an order of magnitude; measured cloths are orthotropic and stiffen as they stretch",
        ),
        estimate(Range, "", "a factor of ten either way, from loose to tight weaves"),
        estimate(Poisson, "", "small at first, since threads uncrimp before the cloth narrows"),
        estimate(Density, "", "150 g/m2 at 0.35 mm; the fibre itself has 1520 kg/m3"),
    ],
};

pub(super) const LEATHER: Preset = Preset {
    name: "leather",
    meaning: "tanned cow hide: belts, shoes",
    law: LARGE_STRAIN,
    young: 200.0e6,
    young_range: (100.0e6, 500.0e6),
    poisson: 0.4,
    density: 930.0,
    loss: None,
    caveat: "Limp at small strains and stiffer beyond; differs over the hide and with moisture.",
    citations: &[
        derived(Young, "CambridgeMaterials2003", "leather: 0.1 to 0.5 GPa; about the geometric mean"),
        stated(Range, "CambridgeMaterials2003", "leather: 0.1 to 0.5 GPa"),
        estimate(
            Poisson,
            "Kabeer2013",
            "not taken from there: shows that it varies with place and direction on the hide",
        ),
        derived(Density, "CambridgeMaterials2003", "leather: 810 to 1050 kg/m3; the middle"),
    ],
};
