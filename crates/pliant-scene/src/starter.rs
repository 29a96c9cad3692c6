//! The starter scene of `pliant new`.

/// A commented scene that runs: a soft beam, held at one end, sags under its weight. `name` becomes its title.
#[must_use]
pub fn starter_scene(name: &str) -> String {
    let mut title = String::new();
    for letter in name.chars().filter(|letter| !letter.is_control()) {
        if matches!(letter, '"' | '\\') {
            title.push('\\');
        }
        title.push(letter);
    }
    include_str!("starter.toml").replace("TITLE", &title)
}
