//! Writes JPEGs of two flat halves, with frame types that no available encoder writes.

/// Returns a JPEG whose left half has the first levels and whose right half has the second, one
/// level per plane. `frame` is its marker: 0xC0 for baseline, 0xC2 for progressive, of which only
/// the first pass is written.
pub(super) fn jpeg<const N: usize>(
    frame: u8,
    [width, height]: [u16; 2],
    halves: [[u8; N]; 2],
) -> Vec<u8> {
    let planes = u8::try_from(N).unwrap();
    let ids = || 1..=planes;
    let mut content = vec![0xFF, 0xD8];
    // A quantiser of eight for the mean of a block makes it the level itself.
    content.extend(segment(0xDB, &[&[0, 8][..], &[1; 63]].concat()));
    let [(high, low), (wide, narrow)] = [height, width].map(|side| {
        let [high, low] = side.to_be_bytes();
        (high, low)
    });
    let mut header = vec![8, high, low, wide, narrow, planes];
    header.extend(ids().flat_map(|id| [id, 0x11, 0]));
    content.extend(segment(frame, &header));
    // Means have sizes 0 to 8, in four bits each; of the rest there is only the end, in one bit.
    let means = [&[0x00, 0, 0, 0, 9][..], &[0; 12], &[0, 1, 2, 3, 4, 5, 6, 7, 8]].concat();
    content.extend(segment(0xC4, &means));
    content.extend(segment(0xC4, &[&[0x10, 1][..], &[0; 15], &[0]].concat()));
    let mut scan = vec![planes];
    scan.extend(ids().flat_map(|id| [id, 0]));
    scan.extend(if frame == 0xC2 { [0, 0, 0] } else { [0, 63, 0] });
    content.extend(segment(0xDA, &scan));
    content.extend(blocks(frame, width.div_ceil(8), height.div_ceil(8), halves));
    content.extend([0xFF, 0xD9]);
    content
}

fn segment(marker: u8, data: &[u8]) -> Vec<u8> {
    let size = u16::try_from(data.len() + 2).unwrap().to_be_bytes();
    [&[0xFF, marker], &size[..], data].concat()
}

fn blocks<const N: usize>(frame: u8, across: u16, down: u16, halves: [[u8; N]; 2]) -> Vec<u8> {
    let mut bits = Bits::default();
    let mut before = [0_i16; N];
    for block in 0..u32::from(across) * u32::from(down) {
        let is_right = block % u32::from(across) >= u32::from(across / 2);
        for (before, level) in before.iter_mut().zip(halves[usize::from(is_right)]) {
            let mean = i16::from(level) - 128;
            let step = mean - *before;
            *before = mean;
            let size = 16 - step.unsigned_abs().leading_zeros();
            bits.push(size, 4);
            let value = if step < 0 { step - 1 } else { step };
            bits.push(u32::from(value.cast_unsigned()) & ((1 << size) - 1), size);
            if frame != 0xC2 {
                bits.push(0, 1);
            }
        }
    }
    bits.finish()
}

#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    held: u32,
    count: u32,
}

impl Bits {
    fn push(&mut self, value: u32, count: u32) {
        for bit in (0..count).rev() {
            self.held = self.held << 1 | (value >> bit & 1);
            self.count += 1;
            if self.count == 8 {
                self.flush();
            }
        }
    }

    fn flush(&mut self) {
        let byte = self.held.to_be_bytes()[3];
        self.bytes.push(byte);
        // A byte that looks like the beginning of a marker is escaped.
        if byte == 0xFF {
            self.bytes.push(0);
        }
        (self.held, self.count) = (0, 0);
    }

    fn finish(mut self) -> Vec<u8> {
        while self.count > 0 {
            self.push(1, 1);
        }
        self.bytes
    }
}
