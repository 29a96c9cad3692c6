//! What the user sees for broken scenes, word for word.
#![allow(clippy::unwrap_used)]

#[path = "broken/mod.rs"]
mod broken;

#[test]
fn every_broken_scene_gives_its_message() {
    for (folder, least) in broken::FOLDERS.into_iter().zip([30, 20]) {
        let scenes = broken::scenes(folder).unwrap();
        assert!(scenes.len() >= least, "only {} scenes in {folder}", scenes.len());
        for scene in scenes {
            let expected = std::fs::read_to_string(scene.path.with_extension("expected")).unwrap_or_default();
            let messages = scene.messages();
            assert!(!messages.is_empty(), "{}: nothing was found wrong", scene.name);
            assert_eq!(
                messages, expected,
                "{}: the message changed. If it is better now, run `cargo run -p pliant-scene --example write_messages` and read the diff",
                scene.name
            );
        }
    }
}

#[test]
fn reference_page_is_current() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/scene-reference.md");
    let page = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        page == pliant_scene::reference_page(),
        "docs/scene-reference.md is stale; run `cargo run -p pliant-scene --example write_reference`"
    );
}
