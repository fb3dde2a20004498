//! The program git, asked what stands in a repository. It is never given anything that it could take for an option, runs
//! no hook and no shell, and fetches nothing.

use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Component, Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use crate::commands::input::STANDARD_INPUT;
use crate::diag::{Diagnostic, nearest, shown};

/// What a hook leaves in the environment and would send git elsewhere than to the repository of the profiles.
const FOREIGN: [&str; 5] = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR"];
/// So many names of branches and tags are looked at for one that is nearly right.
const MOST_NAMES: usize = 1000;

/// A repository on the disk.
#[derive(Clone, Debug)]
pub struct Repository {
    /// Its topmost folder, by its real path.
    pub top: PathBuf,
}

impl Repository {
    /// The repository that the first of some arguments stands in.
    ///
    /// # Errors
    /// There is none, or no git.
    pub fn of(paths: &[PathBuf]) -> Result<Self, Diagnostic> {
        let first = paths.iter().find(|path| path.as_os_str() != STANDARD_INPUT);
        let folder = first.map_or(Path::new("."), |path| existing(path));
        let folder = if folder.is_dir() { folder } else { folder.parent().unwrap_or(Path::new(".")) };
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let output = asked(folder, &["rev-parse", "--show-toplevel"])?;
        let top = output.map_err(|said| {
            let message = format!("{} stands in no git repository ({said})", folder.display());
            Diagnostic::error("no-repository", message)
        })?;
        let top = PathBuf::from(top.trim_end_matches(['\n', '\r']));
        Ok(Self { top: top.canonicalize().unwrap_or(top) })
    }

    /// The commit that a revision names.
    ///
    /// # Errors
    /// There is none of that name.
    pub fn commit(&self, revision: &str) -> Result<String, Diagnostic> {
        let unknown = |message: String| Diagnostic::error("unknown-revision", message);
        if revision.is_empty() || revision.starts_with('-') || revision.contains('\0') {
            let message = format!(
                "--base: `{}` is no file or folder here, and no revision of git is written so",
                shown(revision)
            );
            return Err(unknown(message));
        }
        let name = format!("{revision}^{{commit}}");
        let found = asked(&self.top, &["rev-parse", "--verify", "--quiet", "--end-of-options", &name])?;
        match found {
            Ok(hash) if hash.trim().chars().all(|letter| letter.is_ascii_hexdigit()) && !hash.trim().is_empty() => {
                Ok(hash.trim().to_owned())
            }
            _ => {
                let shallow = asked(&self.top, &["rev-parse", "--is-shallow-repository"])?;
                let shallow = shallow.is_ok_and(|said| said.trim() == "true");
                let hint = if shallow {
                    ". The repository is a shallow clone, which lacks most revisions: fetch the one that is wanted, or \
                     all with `git fetch --unshallow`"
                } else {
                    ""
                };
                let message = format!(
                    "--base: `{}` is no file or folder here, and no revision of the repository {}{hint}",
                    shown(revision),
                    self.top.display()
                );
                Err(unknown(message).suggesting(self.nearest(revision)))
            }
        }
    }

    /// The branch or tag of nearly that name.
    fn nearest(&self, revision: &str) -> Option<String> {
        let count = format!("--count={MOST_NAMES}");
        let refs = ["for-each-ref", &count, "--format=%(refname:short)", "refs/heads", "refs/tags", "refs/remotes"];
        let names = asked(&self.top, &refs).ok()?.ok()?;
        nearest(revision, names.lines().chain(["HEAD"])).map(str::to_owned)
    }

    /// The place of a path in the repository; none of what stands outside.
    pub fn within(&self, path: &Path) -> Option<PathBuf> {
        let whole = std::env::current_dir().ok()?.join(path);
        let there = existing(&whole);
        // What is no longer there has no real path; the folder that is left of it has.
        let rest = whole.strip_prefix(there).ok()?;
        let mut real = there.canonicalize().ok()?;
        for part in rest.components() {
            match part {
                Component::Normal(name) => real.push(name),
                Component::ParentDir => _ = real.pop(),
                _ => {}
            }
        }
        real.strip_prefix(&self.top).ok().map(Path::to_owned)
    }

    /// Whether git knows a path, or anything below it.
    pub fn tracks(&self, place: &Path) -> bool {
        let place: &OsStr = if place.as_os_str().is_empty() { OsStr::new(".") } else { place.as_os_str() };
        let mut command = git(&self.top);
        command.args(["--literal-pathspecs", "ls-files", "-z", "--"]).arg(place);
        command.output().is_ok_and(|output| output.status.success() && !output.stdout.is_empty())
    }

    /// Hands on every plain file of a commit, with the name of its content.
    pub fn each_file(&self, commit: &str, mut file: impl FnMut(PathBuf, String)) -> Result<(), Diagnostic> {
        let mut command = git(&self.top);
        command.args(["ls-tree", "-r", "-z", "--full-tree", commit]).stdout(Stdio::piped()).stderr(Stdio::null());
        let failed = |problem: io::Error| machine(&problem);
        let mut child = command.spawn().map_err(failed)?;
        if let Some(stdout) = child.stdout.take() {
            for entry in BufReader::new(stdout).split(0) {
                let entry = entry.map_err(failed)?;
                let text = String::from_utf8_lossy(&entry);
                // `100644 blob HASH<tab>PATH`; links and other repositories have other modes.
                let Some((head, path)) = text.split_once('\t') else { continue };
                let parts: Vec<&str> = head.split(' ').collect();
                if let [mode, "blob", hash] = parts.as_slice()
                    && mode.starts_with("100")
                {
                    file(PathBuf::from(path), (*hash).to_owned());
                }
            }
        }
        let status = child.wait().map_err(failed)?;
        match status.success() {
            true => Ok(()),
            false => Err(machine(&io::Error::other("it cannot list the files of the revision"))),
        }
    }

    /// A reader of contents by their names.
    pub fn contents(&self) -> Result<Contents, Diagnostic> {
        let mut command = git(&self.top);
        command.args(["cat-file", "--batch"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|problem| machine(&problem))?;
        match (child.stdin.take(), child.stdout.take()) {
            (Some(stdin), Some(stdout)) => Ok(Contents { child, stdin, stdout: BufReader::new(stdout) }),
            _ => Err(machine(&io::Error::other("it cannot be talked to"))),
        }
    }
}

/// A process that reads one content after the other.
pub struct Contents {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Contents {
    /// A content of at most so many bytes; none where it is larger.
    pub fn read(&mut self, hash: &str, most: usize) -> io::Result<Option<Vec<u8>>> {
        writeln!(self.stdin, "{hash}")?;
        self.stdin.flush()?;
        let mut head = String::new();
        self.stdout.read_line(&mut head)?;
        let size: Option<u64> = head.trim_end().rsplit_once(' ').and_then(|(_, size)| size.parse().ok());
        let size = size.ok_or_else(|| io::Error::other("its content is missing in the repository"))?;
        let mut content = (&mut self.stdout).take(size);
        let mut bytes = Vec::new();
        let fits = size <= u64::try_from(most).unwrap_or(u64::MAX);
        if fits {
            content.read_to_end(&mut bytes)?;
        } else {
            io::copy(&mut content, &mut io::sink())?;
        }
        // A line end follows.
        self.stdout.read_exact(&mut [0])?;
        Ok(fits.then_some(bytes))
    }
}

impl Drop for Contents {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The part of a path that exists.
fn existing(path: &Path) -> &Path {
    path.ancestors().find(|part| part.exists()).unwrap_or(Path::new("."))
}

/// Git in a folder, as it is set up for everybody and without asking anybody.
fn git(folder: &Path) -> Command {
    let mut command = Command::new("git");
    command.current_dir(folder).stdin(Stdio::null());
    FOREIGN.iter().for_each(|name| _ = command.env_remove(name));
    command.env("GIT_TERMINAL_PROMPT", "0").env("GIT_NO_LAZY_FETCH", "1").env("GIT_OPTIONAL_LOCKS", "0");
    command.env("LC_ALL", "C");
    command
}

/// What git says to a question, or why it does not.
fn asked(folder: &Path, arguments: &[&str]) -> Result<Result<String, String>, Diagnostic> {
    let output = git(folder).args(arguments).output().map_err(|problem| machine(&problem))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if output.status.success() {
        return Ok(Ok(text(&output.stdout)));
    }
    let said = text(&output.stderr);
    Ok(Err(shown(said.lines().next().unwrap_or_default().trim())))
}

fn machine(problem: &io::Error) -> Diagnostic {
    let message = match problem.kind() {
        io::ErrorKind::NotFound => {
            "--base: to read a revision the program `git` is needed, and there is none".to_owned()
        }
        _ => format!("--base: git fails: {problem}"),
    };
    Diagnostic::error("no-git", message)
}
