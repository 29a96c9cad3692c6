//! "Did you mean": the known word nearest to what was typed.

/// The nearest candidate, if it is near enough to be a typing error.
pub(crate) fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (word.chars().count() / 3).clamp(1, 3);
    let scored = candidates.into_iter().map(|candidate| (distance(word, candidate), candidate));
    scored
        .filter(|(score, _)| *score <= limit)
        .min_by_key(|(score, _)| *score)
        .map(|(_, candidate)| candidate)
}

/// Edit distance with swapped neighbours counting once (optimal string alignment), ignoring case and taking
/// "-", "_" and space for the same letter.
fn distance(a: &str, b: &str) -> usize {
    let letters = |text: &str| -> Vec<char> {
        text.chars().map(|c| if matches!(c, '-' | ' ') { '_' } else { c.to_ascii_lowercase() }).collect()
    };
    let (a, b) = (letters(a), letters(b));
    // Nothing that long is a typing error, and the table below is quadratic.
    if a.len().abs_diff(b.len()) > 3 || a.len() > 60 {
        return usize::MAX;
    }
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let change = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = change.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_errors_are_recognised() {
        let words = ["spacing", "shape", "material", "implicit-euler"];
        assert_eq!(nearest("spacin", words), Some("spacing"));
        assert_eq!(nearest("sahpe", words), Some("shape"));
        assert_eq!(nearest("Implicit_Euler", words), Some("implicit-euler"));
        assert_eq!(nearest("colour", words), None);
    }
}
