//! Posts of the blog, and the titles of the public pages: read once, at the start.

use std::{
    fs::File,
    io::{self, ErrorKind},
    path::Path,
};

use anyhow::Context;
use rust_embed::RustEmbed;
use serde::Deserialize;
use sparkyard_kernel::{Page, PageQuery, site::PublicPage};

use super::{SiteService, read_at_most};
use crate::{
    error::SiteError,
    model::post::{Mistake, Post},
};

/// Folder of the posts in the folder of the operator's texts.
const FOLDER: &str = "blog";
/// Extension of a post.
const EXTENSION: &str = ".md";
/// Most posts that are read.
const MAX_POSTS: usize = 500;

/// Our own posts, shown where the operator has no folder of posts.
#[derive(RustEmbed)]
#[folder = "../../config/content/blog"]
struct Ours;

/// Titles and descriptions of the public pages.
const PAGES: &str = include_str!("../../../../config/content/pages.toml");

#[derive(Deserialize)]
struct Pages {
    page: Vec<PublicPage>,
}

impl SiteService {
    /// Lists the posts, newest first.
    pub(crate) fn posts(&self, page: &PageQuery) -> Result<Page<Post>, SiteError> {
        Ok(Page::slice(self.shown_posts(), page)?)
    }

    /// Returns one post.
    pub(crate) fn post(&self, slug: &str) -> Result<Post, SiteError> {
        let found = self.shown_posts().into_iter().find(|post| post.slug == slug);
        found.ok_or(SiteError::NoPost)
    }

    /// Lists the public pages for search engines and previews; they depend on the mode.
    pub(super) fn list_pages(&self) {
        let posts = public_pages(&self.shown_posts());
        self.cx.site.set_pages([&*self.pages, &posts].concat());
    }

    fn shown_posts(&self) -> Vec<Post> {
        let features = self.features();
        self.posts.iter().filter(|post| post.is_shown(&features)).cloned().collect()
    }
}

/// Returns the public pages of the client.
pub(super) fn pages() -> anyhow::Result<Vec<PublicPage>> {
    Ok(toml::from_str::<Pages>(PAGES).context("reading pages.toml")?.page)
}

/// Returns the public pages of posts, which are newest first.
fn public_pages(posts: &[Post]) -> Vec<PublicPage> {
    let page_of = |post: &Post| PublicPage {
        path: format!("/blog/{}", post.slug),
        title: format!("{} \u{b7} {{site}}", post.title),
        description: post.summary.clone(),
        canonical: None,
    };
    let newest = posts.first().map(|newest| PublicPage {
        path: "/blog-details".to_owned(),
        canonical: Some(format!("/blog/{}", newest.slug)),
        ..page_of(newest)
    });
    newest.into_iter().chain(posts.iter().map(page_of)).collect()
}

/// Reads the posts in the operator's folder `content`, or our own if it has no folder of posts;
/// newest first. A post with a mistake is left out, and the log says why; ours are shown in place
/// of posts that all have one.
pub(super) fn read(content: &Path) -> anyhow::Result<Vec<Post>> {
    let folder = content.join(FOLDER);
    let (mut posts, mistakes) = match read_folder(&folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => ours(),
        read => read.with_context(|| format!("reading the posts in {}", folder.display()))?,
    };
    // An empty folder means no blog.
    let folder_has_posts = !mistakes.is_empty();
    for (file, Mistake { line, reason }) in mistakes {
        tracing::error!("{}:{line}: this post is not shown: {reason}", folder.join(file).display());
    }
    if posts.is_empty() && folder_has_posts {
        tracing::error!("no post of {} can be shown: ours are shown instead", folder.display());
        posts = ours().0;
    }
    posts.sort_by(|a, b| (b.date, &a.slug).cmp(&(a.date, &b.slug)));
    Ok(posts)
}

/// Posts, and the mistakes in other files by name.
type Reading = (Vec<Post>, Vec<(String, Mistake)>);

fn ours() -> Reading {
    let files = Ours::iter().filter_map(|name| Some((name.to_string(), Ours::get(&name)?.data)));
    sorted(files.map(|(name, bytes)| read_post(name, &bytes)))
}

fn read_folder(folder: &Path) -> io::Result<Reading> {
    let mut names = Vec::new();
    for entry in folder.read_dir()? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.strip_suffix(EXTENSION).is_some() {
            names.push(name);
        }
    }
    names.sort_unstable();
    let unread = names.split_off(names.len().min(MAX_POSTS));
    let (posts, mut mistakes) = sorted(names.into_iter().map(|name| {
        match File::open(folder.join(&name)).and_then(read_at_most) {
            Ok(bytes) => read_post(name, &bytes),
            Err(error) => Err((name, Mistake::new(1, error.to_string()))),
        }
    }));
    let too_many = format!("there are more than {MAX_POSTS}");
    mistakes.extend(unread.into_iter().map(|name| (name, Mistake::new(1, &*too_many))));
    Ok((posts, mistakes))
}

fn read_post(name: String, bytes: &[u8]) -> Result<Post, (String, Mistake)> {
    let post = match std::str::from_utf8(bytes) {
        Ok(text) => Post::read(name.trim_end_matches(EXTENSION), text),
        Err(error) => {
            let before = bytes[..error.valid_up_to()].iter().filter(|&&byte| byte == b'\n');
            Err(Mistake::new(before.count() + 1, "the file is not UTF-8"))
        }
    };
    post.map_err(|mistake| (name, mistake))
}

fn sorted(read: impl Iterator<Item = Result<Post, (String, Mistake)>>) -> Reading {
    let (mut posts, mut mistakes) = (Vec::new(), Vec::new());
    for outcome in read {
        match outcome {
            Ok(post) => posts.push(post),
            Err(mistake) => mistakes.push(mistake),
        }
    }
    (posts, mistakes)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn post(title: &str, date: &str) -> String {
        format!("---\ntitle: {title}\ndate: {date}\nsummary: Short.\n---\nText.\n")
    }

    #[test]
    fn our_own_posts_are_whole() {
        let (posts, mistakes) = ours();
        assert_eq!(mistakes, []);
        assert_eq!(posts.len(), 6);
    }

    #[test]
    fn the_host_s_posts_replace_ours_and_a_broken_one_stops_no_other() {
        let content = tempfile::tempdir().unwrap();
        assert_eq!(read(content.path()).unwrap().len(), 6);
        let folder = content.path().join(FOLDER);
        fs::create_dir(&folder).unwrap();
        assert_eq!(read(content.path()).unwrap(), []);
        for (name, text) in [
            ("b.md", post("Second", "2026-03-01").into_bytes()),
            ("a.md", post("Third", "2026-03-01").into_bytes()),
            ("c.md", post("First", "2026-04-01").into_bytes()),
            ("no-date.md", post("No date", "soon").into_bytes()),
            ("latin.md", b"---\ntitle: caf\xe9\n".to_vec()),
            ("huge.md", vec![b'x'; 256 * 1024 + 1]),
            ("notes.txt", b"Not a post.".to_vec()),
        ] {
            fs::write(folder.join(name), text).unwrap();
        }
        fs::create_dir(folder.join("folder.md")).unwrap();
        let titles: Vec<_> =
            read(content.path()).unwrap().into_iter().map(|post| post.title).collect();
        assert_eq!(titles, ["First", "Third", "Second"]);
        let (_, mistakes) = read_folder(&folder).unwrap();
        let found: Vec<_> =
            mistakes.iter().map(|(file, mistake)| (file.as_str(), mistake.line)).collect();
        assert_eq!(found, [("folder.md", 1), ("huge.md", 1), ("latin.md", 2), ("no-date.md", 3)]);
    }

    #[test]
    fn every_public_page_is_listed_once() {
        let (posts, _) = ours();
        let pages = [pages().unwrap(), public_pages(&posts)].concat();
        let mut paths: Vec<_> = pages.iter().map(|page| page.path.as_str()).collect();
        paths.sort_unstable();
        paths.dedup();
        assert_eq!(paths.len(), pages.len());
        assert!(paths.contains(&"/") && paths.contains(&"/blog-details"), "{paths:?}");
        for page in &pages {
            let shown = page.canonical.as_deref();
            assert!(shown.is_none_or(|path| paths.contains(&path)), "{page:?}");
        }
    }
}
