//! The page, built from `web/` and shipped inside the program.

macro_rules! file {
    ($name:literal) => {
        include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/bundle/", $name)).as_slice()
    };
}

/// Kind and content of a file of the page.
pub fn file(path: &str) -> Option<(&'static str, &'static [u8])> {
    Some(match path {
        "/" => ("text/html", file!("index.html")),
        "/viewer.js" => ("text/javascript", file!("viewer.js")),
        "/viewer.css" => ("text/css", file!("viewer.css")),
        "/licenses" => ("text/plain", file!("LICENSES.txt")),
        _ => return None,
    })
}
