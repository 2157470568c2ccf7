//! HTML heads of the public pages: title, description, canonical URL and social card, for search
//! engines and link previews, which run no scripts.

use std::{
    collections::HashMap,
    fmt::Write as _,
    sync::{Arc, PoisonError, RwLock},
};

use poem::{IntoResponse, Response, http::header};
use sparkyard_kernel::site::{PublicPage, Site};

use super::{
    accept_encoding::Coding,
    files::{self, File},
    previews::Preview,
};

/// Path of the list of public pages.
pub(super) const SITEMAP: &str = "/sitemap.xml";
/// Path of the rules for search engines.
pub(super) const ROBOTS: &str = "/robots.txt";

/// Picture of social cards, 1200 by 630 pixels.
const CARD: &str = "/art/og.png";
/// Pages that search engines should not ask for: they need a session or a secret link.
const PRIVATE: [&str; 5] = ["/api/", "/admin", "/appeal/", "/demo/", "/unsubscribe/"];

/// Pages of one site with their heads.
pub(super) struct HtmlHeads {
    site: Arc<Site>,
    /// Rendered pages by path, each with the name of the site that it shows. Bounded by the number
    /// of public pages.
    rendered: RwLock<HashMap<String, (String, Arc<File>)>>,
}

impl HtmlHeads {
    pub(super) fn new(site: Arc<Site>) -> Self {
        Self { site, rendered: RwLock::default() }
    }

    /// Returns a public page with its head; rendered and compressed once for each name of the site.
    pub(super) fn page(&self, path: &str) -> Option<Arc<File>> {
        let page = self.find(path)?;
        let name = self.site.name();
        let rendered = self.rendered.read().unwrap_or_else(PoisonError::into_inner);
        if let Some((of, file)) = rendered.get(&page.path)
            && *of == name
        {
            return Some(file.clone());
        }
        drop(rendered);
        let file = Arc::new(File::made(with_head(&index()?, &self.head(&page, &name))?));
        let mut rendered = self.rendered.write().unwrap_or_else(PoisonError::into_inner);
        rendered.insert(page.path, (name, file.clone()));
        Some(file)
    }

    /// Returns the page of a profile with a preview. Tells search engines not to index it.
    pub(super) fn profile(&self, path: &str, preview: &Preview) -> Option<File> {
        let page = PublicPage {
            path: path.trim_end_matches('/').to_owned(),
            title: preview.title(),
            description: preview.description(),
            canonical: None,
        };
        let head = self.head(&page, &self.site.name());
        let head = format!("{head}\n    <meta name=\"robots\" content=\"noindex\" />");
        File::plain(with_head(&index()?, &head)?)
    }

    /// Returns the list of public pages.
    pub(super) fn sitemap(&self) -> Response {
        let mut xml = String::from(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
        );
        for page in self.site.pages().iter().filter(|page| page.canonical.is_none()) {
            // Writing to a String cannot fail.
            let _ = writeln!(xml, "<url><loc>{}</loc></url>", escaped(&self.address(&page.path)));
        }
        xml.push_str("</urlset>\n");
        text("application/xml", xml)
    }

    /// Returns the rules for search engines.
    pub(super) fn robots(&self) -> Response {
        let mut rules = String::from("User-agent: *\n");
        for path in PRIVATE {
            let _ = writeln!(rules, "Disallow: {path}");
        }
        let _ = writeln!(rules, "\nSitemap: {}", self.address(SITEMAP));
        text("text/plain; charset=utf-8", rules)
    }

    fn find(&self, path: &str) -> Option<PublicPage> {
        let path = if path == "/" { path } else { path.trim_end_matches('/') };
        self.site.pages().iter().find(|page| page.path == path).cloned()
    }

    fn address(&self, path: &str) -> String {
        format!("{}{path}", self.site.public_url)
    }

    fn head(&self, page: &PublicPage, name: &str) -> String {
        let [title, description] =
            [&page.title, &page.description].map(|text| escaped(&text.replace("{site}", name)));
        let url = escaped(&self.address(page.canonical.as_deref().unwrap_or(&page.path)));
        let (card, name) = (escaped(&self.address(CARD)), escaped(name));
        let kind = match page.path.split('/').nth(1) {
            Some("blog") if page.path != "/blog" => "article",
            Some("user-profile") => "profile",
            _ => "website",
        };
        format!(
            "<title>{title}</title>\n    \
             <meta name=\"description\" content=\"{description}\" />\n    \
             <link rel=\"canonical\" href=\"{url}\" />\n    \
             <meta property=\"og:type\" content=\"{kind}\" />\n    \
             <meta property=\"og:site_name\" content=\"{name}\" />\n    \
             <meta property=\"og:title\" content=\"{title}\" />\n    \
             <meta property=\"og:description\" content=\"{description}\" />\n    \
             <meta property=\"og:url\" content=\"{url}\" />\n    \
             <meta property=\"og:image\" content=\"{card}\" />\n    \
             <meta name=\"twitter:card\" content=\"summary_large_image\" />"
        )
    }
}

/// Returns the page that the build made.
fn index() -> Option<String> {
    let built = files::find("index.html")?.variant(Coding::Identity)?.bytes();
    String::from_utf8(built.to_vec()).ok()
}

fn text(content_type: &str, body: String) -> Response {
    let response = Response::builder().content_type(content_type);
    response.header(header::CACHE_CONTROL, "no-cache").body(body).into_response()
}

/// Returns the page with `head` in place of its title and its description; `None` if it has none.
fn with_head(html: &str, head: &str) -> Option<String> {
    let html = without(html, "<meta name=\"description\"", ">")?;
    let (start, end) = span(&html, "<title>", "</title>")?;
    Some([&html[..start], head, &html[end..]].concat())
}

fn without(html: &str, from: &str, to: &str) -> Option<String> {
    let (start, end) = span(html, from, to)?;
    Some([&html[..start], html[end..].trim_start()].concat())
}

/// Returns where the first text from `from` to the next `to` begins and ends.
fn span(html: &str, from: &str, to: &str) -> Option<(usize, usize)> {
    let start = html.find(from)?;
    let length = html[start..].find(to)?;
    Some((start, start + length + to.len()))
}

/// Escapes text for HTML and XML, also within quotes.
fn escaped(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut safe, letter| {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            letter => safe.push(letter),
        }
        safe
    })
}

#[cfg(test)]
mod tests {
    use sparkyard_kernel::site::SiteConfig;

    use super::*;

    fn heads() -> HtmlHeads {
        let config = SiteConfig {
            name: "\"><script>alert(1)</script>".to_owned(),
            public_url: "https://swap.example.org".to_owned(),
            ..SiteConfig::default()
        };
        let site = Site::new(config);
        let page = |path: &str, canonical: Option<&str>| PublicPage {
            path: path.to_owned(),
            title: format!("{path} & {{site}}"),
            description: "It's <b>ours</b>.".to_owned(),
            canonical: canonical.map(str::to_owned),
        };
        site.set_pages(vec![
            page("/", None),
            page("/contact", None),
            page("/support", Some("/contact")),
        ]);
        HtmlHeads::new(Arc::new(site))
    }

    #[test]
    fn texts_are_escaped_and_the_canonical_address_is_complete() {
        let heads = heads();
        let head = heads.head(&heads.find("/support/").unwrap(), &heads.site.name());
        assert!(head.starts_with(
            "<title>/support &amp; &quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;</title>"
        ));
        assert!(head.contains("content=\"It&#39;s &lt;b&gt;ours&lt;/b&gt;.\""), "{head}");
        assert!(
            head.contains("rel=\"canonical\" href=\"https://swap.example.org/contact\""),
            "{head}"
        );
        assert!(!head.contains("<script") && !head.contains("<b>"), "{head}");
    }

    #[test]
    fn head_takes_the_place_of_title_and_description() {
        let html =
            "<head>\n<meta name=\"description\" content=\"old\" />\n<title>Old</title>\n</head>";
        assert_eq!(with_head(html, "NEW").unwrap(), "<head>\nNEW\n</head>");
        assert_eq!(with_head("<head></head>", "NEW"), None);
    }

    #[test]
    fn only_public_pages_have_a_head() {
        let heads = heads();
        let check = |path, expected| assert_eq!(heads.find(path).is_some(), expected, "{path}");
        check("/", true);
        check("/contact/", true);
        check("/explore", false);
    }
}
