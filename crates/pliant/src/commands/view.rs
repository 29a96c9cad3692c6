//! `pliant view` and `pliant gallery view`: the simulation in a browser.

use crate::cli::{Failure, exit};
use crate::commands::gallery::{GalleryScene, SCENES};
use crate::run::with_threads;
use clap::Args;
use pliant_output::StoredRun;
use pliant_scene::DiskFiles;
use pliant_viewer::work::Work;
use pliant_viewer::{GalleryItem, GallerySource, Live, Place, Replay, SceneSource, Server};
use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

/// Options of `view`.
#[derive(Args, Debug, Clone)]
pub struct ViewArgs {
    /// Scene file, or the folder of a finished run.
    pub target: PathBuf,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub flags: ViewFlags,
}

/// Options that `view` and `gallery view` share.
#[derive(Args, Debug, Clone)]
pub struct ViewFlags {
    /// Port to listen on [default: any that is free].
    #[arg(long, default_value_t = 0, hide_default_value = true)]
    pub port: u16,
    /// Address to listen on. Others than loopback let every machine in reach that knows the token look on and take hold.
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    pub bind: IpAddr,
    /// Print the address only, open no browser.
    #[arg(long)]
    pub no_open: bool,
    /// Stand still at the beginning.
    #[arg(long)]
    pub paused: bool,
    /// Threads [default: all cores].
    #[arg(long, value_parser = crate::cli::parse_threads)]
    pub threads: Option<usize>,
    /// Change a value: section.name.key=value.
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = crate::cli::parse_override)]
    pub overrides: Vec<(String, String)>,
}

/// Views a scene or a run.
pub fn run(args: &ViewArgs) -> Result<(), Failure> {
    if args.target.is_dir() {
        return view_run(&args.target, &args.flags);
    }
    // Whatever is wrong is said as `pliant run` says it.
    super::run::load(&args.target, &args.flags.overrides)?;
    let text = std::fs::read_to_string(&args.target).map_err(|error| {
        Failure::bad_input(format!("error: cannot read the scene {}: {error}", args.target.display()))
    })?;
    let folder = args.target.parent().map_or_else(PathBuf::new, Path::to_path_buf);
    let source = SceneSource {
        name: args.target.display().to_string(),
        text,
        overrides: args.flags.overrides.clone(),
        files: Arc::new(DiskFiles { folder }),
    };
    view_scene(source, &args.flags)
}

/// Views a scene of the gallery.
pub fn run_gallery(scene: &GalleryScene, flags: &ViewFlags) -> Result<(), Failure> {
    let mut source = source_of(scene);
    source.overrides.clone_from(&flags.overrides);
    view_scene(source, flags)
}

fn source_of(scene: &GalleryScene) -> SceneSource {
    let files = Arc::new(scene.files());
    SceneSource { name: format!("{}.toml", scene.name), text: scene.text.into(), overrides: vec![], files }
}

fn gallery() -> Vec<GallerySource> {
    let entry = |scene: &GalleryScene| {
        let title = scene.load(&[]).map_or_else(|_| scene.name.to_string(), |loaded| loaded.title());
        GallerySource { item: GalleryItem { name: scene.name.into(), title }, source: source_of(scene) }
    };
    SCENES.iter().map(entry).collect()
}

fn view_scene(source: SceneSource, flags: &ViewFlags) -> Result<(), Failure> {
    let mut live = Live::new(source, gallery(), !flags.paused).map_err(Failure::bad_input)?;
    serve(flags, live.work(), |events| live.run(&events))
}

fn view_run(folder: &Path, flags: &ViewFlags) -> Result<(), Failure> {
    let no_run = |error| Failure::bad_input(format!("error: {error}"));
    let run = StoredRun::open(folder).map_err(no_run)?;
    let mut replay = Replay::new(run, !flags.paused).map_err(no_run)?;
    serve(flags, Arc::default(), |events| replay.run(&events))
}

/// Serves until the program is ended.
fn serve(
    flags: &ViewFlags,
    at_hand: Arc<Work>,
    work: impl FnOnce(Receiver<pliant_viewer::client::Event>) + Send,
) -> Result<(), Failure> {
    let (events, heard) = channel();
    let place = Place { address: flags.bind, port: flags.port };
    let server = Server::start(place, events, at_hand)
        .map_err(|error| Failure { message: format!("error: {error}"), code: exit::BAD_INPUT })?;
    announce(&server, flags);
    with_threads(flags.threads, || {
        work(heard);
        Ok(())
    })?;
    Ok(())
}

fn announce(server: &Server, flags: &ViewFlags) {
    if !flags.bind.is_loopback() {
        eprintln!(
            "warning: listening on {}: whoever in reach knows the token can look on and take hold, and what is sent is not encrypted",
            server.address()
        );
    }
    let url = server.url();
    crate::cli::say!(
        "The viewer is at\n  {url}\nCtrl-C ends it. On a remote machine: ssh -L {0}:localhost:{0} MACHINE, then open the address here.",
        server.address().port()
    );
    if !flags.no_open && !open_browser(&url) {
        crate::cli::say!("No browser could be opened: open the address yourself.");
    }
}

/// Asks the desktop to show a page; false where there is none to ask.
fn open_browser(url: &str) -> bool {
    let has_desktop = ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(target_os = "windows") {
        Command::new("explorer")
    } else if has_desktop {
        Command::new("xdg-open")
    } else {
        return false;
    };
    command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().is_ok()
}
