//! The stretch of the free side of a test piece.

/// Stretches of a free side lie between these.
const LEAST_SIDE: f64 = 1e-3;
const LARGEST_SIDE: f64 = 30.0;

/// The stretch in between at which a function that rises is zero (regula falsi with the weights of Illinois, in logarithms).
pub(super) fn without_stress(stress: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (LEAST_SIDE.ln(), LARGEST_SIDE.ln());
    let at = |x: f64| stress(x.exp());
    let (mut f_low, mut f_high) = (at(low), at(high));
    if f_low >= 0.0 {
        return LEAST_SIDE;
    }
    if f_high <= 0.0 {
        return LARGEST_SIDE;
    }
    // Values far out are huge; halving first brings the search to where the function is tame.
    for step in 0..200 {
        let x = if step < 6 { 0.5 * (low + high) } else { (low * f_high - high * f_low) / (f_high - f_low) };
        let x = if x > low && x < high { x } else { 0.5 * (low + high) };
        let f = at(x);
        if f == 0.0 || high - low < 1e-12 {
            return x.exp();
        }
        if f < 0.0 {
            let same = step >= 6 && x - low < 0.01 * (high - low);
            (low, f_low) = (x, f);
            if same {
                f_high *= 0.5;
            }
        } else {
            let same = step >= 6 && high - x < 0.01 * (high - low);
            (high, f_high) = (x, f);
            if same {
                f_low *= 0.5;
            }
        }
    }
    (0.5 * (low + high)).exp()
}
