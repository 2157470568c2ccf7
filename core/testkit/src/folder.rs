use std::{
    fs,
    path::{Path, PathBuf},
};

/// Files of a folder in memory, by path in the folder.
pub struct FolderCopy(pub Vec<(PathBuf, Vec<u8>)>);

impl FolderCopy {
    /// Reads a folder and those in it, in order of their paths.
    pub fn read(folder: &Path) -> Self {
        let mut files = Vec::new();
        read(folder, Path::new(""), &mut files);
        files.sort_unstable();
        Self(files)
    }

    /// Writes the files into `folder`, which is created if needed.
    pub fn write(&self, folder: &Path) {
        for (path, content) in &self.0 {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, content).expect("a copy");
        }
    }
}

fn read(folder: &Path, below: &Path, files: &mut Vec<(PathBuf, Vec<u8>)>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let entry = entry.expect("an entry");
        let (path, below) = (entry.path(), below.join(entry.file_name()));
        match path.is_dir() {
            true => read(&path, &below, files),
            false => files.push((below, fs::read(path).expect("a file"))),
        }
    }
}
