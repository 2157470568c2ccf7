//! Table of contents of an archive.

use sparkyard_kernel::{Timestamp, zone::in_britain};

/// Data of one kind in an archive.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Section {
    /// Name of the kind, `module.what`.
    pub(crate) what: &'static str,
    /// Name for members.
    pub(crate) data: &'static str,
    /// Number of rows.
    pub(crate) rows: usize,
}

impl Section {
    /// Returns the path of the file with the data of `what`.
    pub(crate) fn file_of(what: &str) -> String {
        format!("data/{}.json", what.replace(['.', '_'], "-"))
    }
}

/// Returns the first page of an archive, which says what is in it, and that one made for staff has
/// no private messages.
pub(crate) fn page(sections: &[Section], site: &str, for_staff: bool, now: Timestamp) -> String {
    let site = escaped(site);
    let made = in_britain(now).strftime("%-d %B %Y").to_string();
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en-GB\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>Your data at {site}</title>\n<h1>Your data at {site}</h1>\n\
         <p>Made on {made}. Each file in the folder “data” opens in any text editor. Your pictures \
         and papers are in the folder “files”. Other people appear with their first name only. \
         Keep this archive in a safe place: it has private data.</p>\n<ul>\n"
    );
    for Section { what, data, rows } in sections {
        let file = Section::file_of(what);
        let entries = if *rows == 1 { "entry" } else { "entries" };
        let link = ["<li><a href=\"", &file, "\">", &escaped(data), "</a>: "].concat();
        page.extend([link.as_str(), &rows.to_string(), " ", entries, "</li>\n"]);
    }
    page.push_str("</ul>\n");
    if for_staff {
        page.push_str(
            "<p>Private messages are not in it: only the member can download them.</p>\n",
        );
    }
    page.push_str("</html>\n");
    page
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_lists_files_and_is_not_fooled_by_names() {
        let section = Section { what: "auth.new_email", data: "New email", rows: 2 };
        let now = Timestamp::from_millis(1_772_366_400_000).unwrap();
        let page = page(&[section], "Fish & <script>", false, now);
        assert!(page.contains("<a href=\"data/auth-new-email.json\">New email</a>: 2 entries"));
        assert!(page.contains("Fish &amp; &lt;script>"), "{page}");
        assert!(!page.contains("<script>"), "{page}");
    }
}
