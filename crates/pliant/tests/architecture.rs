//! Holds ARCHITECTURE.md, the Cargo manifests and the tree against each other, and the sources against the
//! rules the document states. Fails with the list of everything that disagrees.
//!
//! What is read from the document: the table of crates (name and allowed edges) and the tree in its code block.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// Crates that do no IO and read no clock, no environment and no unordered map.
const ENGINE: [&str; 8] = ["math", "geometry", "material", "system", "stepping", "body", "contact", "world"];

/// Edges no edit of the table may allow: who must never see whom, directly or through others.
const NEVER: [(&str, &str); 9] = [
    ("stepping", "body"),
    ("stepping", "material"),
    ("stepping", "geometry"),
    ("contact", "body"),
    ("contact", "material"),
    ("contact", "stepping"),
    ("material", "system"),
    ("geometry", "system"),
    ("world", "output"),
];

/// What engine crates must not mention outside their tests.
const FORBIDDEN_IN_ENGINE: [&str; 12] = [
    "std::fs",
    "std::env",
    "std::time",
    "std::net",
    "std::process",
    "SystemTime",
    "Instant",
    "println!",
    "eprintln!",
    "dbg!",
    "HashMap",
    "HashSet",
];

/// Macros that stand for unfinished work; put together here, so that this file does not contain them.
const UNFINISHED: [&str; 2] = [concat!("to", "do!"), concat!("unimple", "mented!")];

/// The longest source file allowed.
const LONGEST_FILE: usize = 600;

/// Folders and files of the repository that need not be on the map.
const TREE_EXEMPT_FOLDERS: [&str; 5] = ["target", "runs", ".git", "node_modules", "out"];

#[test]
fn every_crate_and_edge_is_on_the_map() {
    let document = document();
    let (mapped, mut complaints) = crate_table(&document);
    let real = real_edges();
    for name in real.keys().filter(|name| !mapped.contains_key(*name)) {
        complaints.push(format!("crate {name} exists but is not in the table of crates"));
    }
    for (name, allowed) in &mapped {
        let Some(used) = real.get(name) else {
            complaints.push(format!("the table of crates lists {name}, which does not exist"));
            continue;
        };
        for edge in used.difference(allowed) {
            complaints.push(format!("{name} depends on {edge}, which the table does not allow"));
        }
        for edge in allowed.difference(used) {
            complaints.push(format!("the table lets {name} use {edge}, but its Cargo.toml does not"));
        }
    }
    report("ARCHITECTURE.md, table of crates", &complaints);
}

#[test]
fn forbidden_edges_do_not_exist_by_any_way() {
    let edges = real_edges();
    let mut complaints = Vec::new();
    for (from, to) in NEVER.map(|(from, to)| (crate_name(from), crate_name(to))) {
        if reachable(&edges, &from).contains(&to) {
            complaints.push(format!("{from} reaches {to} through its dependencies and must not"));
        }
    }
    report("crates/*/Cargo.toml", &complaints);
}

#[test]
fn every_path_of_the_map_exists_and_every_folder_is_on_it() {
    let (listed, mut complaints) = tree(&document());
    for (path, is_folder) in &listed {
        let found = root().join(path);
        if !found.exists() {
            complaints.push(format!("the tree lists {path}, which does not exist"));
        } else if found.is_dir() != *is_folder {
            let kind = if *is_folder { "a folder (it ends in /)" } else { "a file" };
            complaints.push(format!("the tree calls {path} {kind}, which it is not"));
        }
    }
    for folder in folders_that_must_be_listed() {
        if !listed.contains_key(&folder) {
            complaints.push(format!("the folder {folder} is not in the tree"));
        }
    }
    for file in files_that_must_be_listed() {
        if !listed.contains_key(&file) {
            complaints.push(format!("the file {file} is not in the tree"));
        }
    }
    report("ARCHITECTURE.md, tree", &complaints);
}

#[test]
fn engine_crates_do_no_io_and_read_no_clock() {
    let mut complaints = Vec::new();
    for krate in ENGINE {
        let source = root().join("crates").join(crate_name(krate)).join("src");
        let files = rust_files(&source);
        let tests = test_modules(&files);
        for file in files.iter().filter(|file| !tests.iter().any(|test| file.starts_with(test))) {
            for (line, code) in code_without_tests(&read(file)) {
                for word in FORBIDDEN_IN_ENGINE.iter().filter(|word| has_word(&code, word)) {
                    complaints.push(format!("{}:{line} uses {word}: {}", relative(file), code.trim()));
                }
                if has_word(&code, "use std::{") {
                    complaints.push(format!(
                        "{}:{line} groups imports of std, which hides their names",
                        relative(file)
                    ));
                }
            }
        }
    }
    report("engine crates", &complaints);
}

#[test]
fn sources_are_short_and_finished() {
    let mut complaints = Vec::new();
    for file in rust_files(&root().join("crates")) {
        let text = read(&file);
        let lines = text.lines().count();
        if lines > LONGEST_FILE {
            complaints.push(format!("{} has {lines} lines; the limit is {LONGEST_FILE}", relative(&file)));
        }
        for (number, line) in text.lines().enumerate() {
            for word in UNFINISHED.iter().filter(|word| has_word(line, word)) {
                complaints.push(format!("{}:{} has {word}", relative(&file), number + 1));
            }
        }
    }
    report("sources", &complaints);
}

// ---- the document ----

fn document() -> String {
    read(&root().join("ARCHITECTURE.md"))
}

/// Rows of the table of crates: name and the crates it may use.
fn crate_table(document: &str) -> (BTreeMap<String, BTreeSet<String>>, Vec<String>) {
    let (mut crates, mut complaints) = (BTreeMap::new(), Vec::new());
    for line in section(document, "## Crates").lines().filter(|line| line.starts_with("| `pliant")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [name, _, edges] = cells[..] else {
            complaints.push(format!("this row has not three columns: {line}"));
            continue;
        };
        let edges = quoted(edges).into_iter().map(crate_name).collect();
        if crates.insert(quoted(name).concat(), edges).is_some() {
            complaints.push(format!("{name} is in the table twice"));
        }
    }
    if crates.is_empty() {
        complaints.push("no table of crates found under \"## Crates\"".into());
    }
    (crates, complaints)
}

/// Paths of the tree's code block, with whether each is a folder. Two spaces of indentation are one level; the
/// name ends at the first space.
fn tree(document: &str) -> (BTreeMap<String, bool>, Vec<String>) {
    let (mut listed, mut complaints) = (BTreeMap::new(), Vec::new());
    let section = section(document, "## Tree");
    let block = section.split("```").nth(1).unwrap_or_default();
    let mut parents: Vec<String> = Vec::new();
    for line in block.lines().skip(1).filter(|line| !line.trim().is_empty()) {
        let indent = line.len() - line.trim_start().len();
        let name = line.trim_start().split(' ').next().unwrap_or_default();
        if indent % 2 != 0 || indent / 2 > parents.len() {
            complaints.push(format!("this line of the tree is indented wrongly: {line}"));
            continue;
        }
        parents.truncate(indent / 2);
        let path = parents.concat() + name;
        parents.push(name.to_owned());
        if listed.insert(path.trim_end_matches('/').to_owned(), name.ends_with('/')).is_some() {
            complaints.push(format!("{path} is in the tree twice"));
        }
    }
    if listed.is_empty() {
        complaints.push("no tree found in a code block under \"## Tree\"".into());
    }
    (listed, complaints)
}

/// The text from a heading to the next one of the same level.
fn section<'a>(document: &'a str, heading: &str) -> &'a str {
    let Some(start) = document.find(&format!("\n{heading}\n")) else { return "" };
    let rest = &document[start + heading.len() + 2..];
    rest.find("\n## ").map_or(rest, |end| &rest[..end])
}

/// The pieces of a text between back-ticks.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

// ---- the manifests ----

/// `math` and `pliant-math` both mean `pliant-math`; `pliant` is itself.
fn crate_name(name: &str) -> String {
    if name.starts_with("pliant") { name.to_owned() } else { format!("pliant-{name}") }
}

/// Crates in `crates/` and the crates of ours each depends on, dev-dependencies left out.
fn real_edges() -> BTreeMap<String, BTreeSet<String>> {
    let crates = root().join("crates");
    children(&crates)
        .into_iter()
        .map(|path| {
            let name = path.file_name().expect("a child has a name").to_string_lossy().into_owned();
            let edges = manifest_edges(&read(&path.join("Cargo.toml")));
            (name, edges)
        })
        .collect()
}

/// Our crates among `[dependencies]`, `[build-dependencies]` and `[target.*.dependencies]` of a manifest.
fn manifest_edges(manifest: &str) -> BTreeSet<String> {
    let mut edges = BTreeSet::new();
    let mut counts = false;
    for line in manifest.lines().map(|line| line.split('#').next().unwrap_or_default().trim()) {
        if let Some(header) = line.strip_prefix('[') {
            let header = header.trim_end_matches(']');
            counts = header.contains("dependencies") && !header.contains("dev-dependencies");
            let named = header.rsplit('.').next().filter(|name| counts && name.starts_with("pliant-"));
            edges.extend(named.map(str::to_owned));
        } else if counts {
            let key = line.split(['=', '.', ' ']).next().unwrap_or_default().trim_matches('"');
            let renamed = line.split("package = \"").nth(1).and_then(|rest| rest.split('"').next());
            edges.extend(
                [Some(key), renamed]
                    .into_iter()
                    .flatten()
                    .filter(|name| name.starts_with("pliant-"))
                    .map(str::to_owned),
            );
        }
    }
    edges
}

fn reachable(edges: &BTreeMap<String, BTreeSet<String>>, from: &str) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    let mut ahead = vec![from.to_owned()];
    while let Some(name) = ahead.pop() {
        for next in edges.get(&name).into_iter().flatten() {
            if seen.insert(next.clone()) {
                ahead.push(next.clone());
            }
        }
    }
    seen
}

#[test]
fn manifests_are_read_in_every_spelling() {
    let manifest = "[package]\nname = \"pliant-x\"\n[dependencies]\npliant-a.workspace = true\n\
        pliant-b = { path = \"../b\" } # pliant-no = 1\nc = { package = \"pliant-c\", path = \"../c\" }\nglam = \"1\"\n\
        [dev-dependencies]\npliant-no.workspace = true\n[target.'cfg(unix)'.dependencies]\npliant-d.workspace = true\n\
        [dependencies.pliant-e]\npath = \"../e\"\n[dev-dependencies.pliant-no]\npath = \"no\"\n";
    let edges: Vec<String> = manifest_edges(manifest).into_iter().collect();
    assert_eq!(edges, ["pliant-a", "pliant-b", "pliant-c", "pliant-d", "pliant-e"]);
}

// ---- the tree and the sources ----

fn root() -> PathBuf {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate lies in crates/");
    crates.parent().expect("crates/ lies in the repository").to_owned()
}

/// Every crate, every folder below a crate's `src`, and the folders of documents and scenes.
fn folders_that_must_be_listed() -> Vec<String> {
    let mut folders = Vec::new();
    for krate in children(&root().join("crates")) {
        folders.push(relative(&krate));
        collect_folders(&krate.join("src"), &mut folders);
    }
    for parent in ["docs", "scenes", "validation"] {
        let own = children(&root().join(parent)).into_iter().filter(|path| path.is_dir());
        folders.extend(own.map(|path| relative(&path)));
    }
    folders
}

fn collect_folders(folder: &Path, out: &mut Vec<String>) {
    out.push(relative(folder));
    for child in children(folder).iter().filter(|child| child.is_dir()) {
        collect_folders(child, out);
    }
}

/// Scripts and documents: few, and each has a purpose to state.
fn files_that_must_be_listed() -> Vec<String> {
    let mut files = Vec::new();
    for folder in ["scripts", "docs", "docs/methods", ".ci"] {
        let own = children(&root().join(folder)).into_iter().filter(|path| path.is_file());
        files.extend(own.map(|path| relative(&path)));
    }
    files
}

/// What is in a folder, sorted; without hidden files and what builds leave behind.
fn children(folder: &Path) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("cannot list {}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry can be read").path()).collect();
    paths.retain(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        !name.starts_with('.') && name != "__pycache__" && !TREE_EXEMPT_FOLDERS.contains(&name.as_ref())
    });
    paths.sort();
    paths
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for child in children(folder) {
        if child.is_dir() {
            files.extend(rust_files(&child));
        } else if child.extension().is_some_and(|extension| extension == "rs") {
            files.push(child);
        }
    }
    files
}

/// Where the modules live that are declared as `#[cfg(test)] mod name;`, as files and folders.
fn test_modules(files: &[PathBuf]) -> Vec<PathBuf> {
    let mut modules = Vec::new();
    for file in files {
        let text = read(file);
        let lines: Vec<&str> = text.lines().collect();
        for pair in lines.windows(2).filter(|pair| pair[0].trim() == "#[cfg(test)]") {
            let Some(name) = pair[1].trim().strip_prefix("mod ").and_then(|rest| rest.strip_suffix(';'))
            else {
                continue;
            };
            let stem = file.file_stem().unwrap_or_default().to_string_lossy();
            let beside = matches!(stem.as_ref(), "mod" | "lib" | "main");
            let base = if beside { file.with_file_name("") } else { file.with_extension("") };
            modules.extend([base.join(name), base.join(format!("{name}.rs"))]);
        }
    }
    modules
}

/// Lines of code with their numbers, without comments and without modules or items under `#[cfg(test)]`.
fn code_without_tests(text: &str) -> Vec<(usize, String)> {
    let mut code = Vec::new();
    let mut skip_to: Option<String> = None;
    for (number, line) in text.lines().enumerate() {
        if let Some(end) = &skip_to {
            // rustfmt closes an item at the indentation of its attributes; items without a body end with `;`.
            if line == format!("{end}}}") || (line.starts_with(end.as_str()) && is_item_without_body(line)) {
                skip_to = None;
            }
            continue;
        }
        if line.trim() == "#[cfg(test)]" {
            skip_to = Some(line[..line.len() - line.trim_start().len()].to_owned());
            continue;
        }
        code.push((number + 1, line.split("//").next().unwrap_or_default().to_owned()));
    }
    code
}

fn is_item_without_body(line: &str) -> bool {
    let line = line.trim();
    line.ends_with(';')
        && (line.starts_with("mod ") || line.starts_with("use ") || line.starts_with("pub use "))
}

#[test]
fn tests_and_comments_are_no_code() {
    let text = "use a;\n// HashMap\nlet x = 1; // dbg!\n#[cfg(test)]\nuse HashMap;\nlet y;\n#[cfg(test)]\nmod tests {\n    \
        fn f() {\n    }\n    println!();\n}\nlet z;\n";
    let kept: Vec<String> = code_without_tests(text).into_iter().map(|(_, code)| code).collect();
    assert_eq!(kept, ["use a;", "", "let x = 1; ", "let y;", "let z;"]);
    assert!(has_word("let t = Instant::now();", "Instant") && !has_word("Instantaneous", "Instant"));
    assert!(!has_word("eprintln!()", "println!"));
}

/// True if `text` holds `word` and no letter, digit or underscore stands before or (if the word ends in a letter) after it.
fn has_word(text: &str, word: &str) -> bool {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next().filter(|_| word.ends_with(is_name));
        ![before, after].into_iter().flatten().any(is_name)
    })
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()))
}

fn relative(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).to_string_lossy().replace('\\', "/")
}

fn report(place: &str, complaints: &[String]) {
    let mut list = String::new();
    for complaint in complaints {
        let _ = write!(list, "\n  - {complaint}");
    }
    assert!(complaints.is_empty(), "{place}:{list}");
}
