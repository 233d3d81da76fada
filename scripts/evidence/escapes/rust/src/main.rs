//! Asks for each target that stands on a line of standard input, in hexadecimal digits: ask ORIGIN.

fn main() {
    let origin = std::env::args().nth(1).expect("an origin");
    for line in std::io::stdin().lines() {
        let line = line.expect("text");
        let bytes = (0..line.len()).step_by(2);
        let target = bytes.map(|at| u8::from_str_radix(&line[at..at + 2], 16).expect("digits")).collect();
        let target = String::from_utf8(target).expect("UTF-8");
        if let Err(error) = reqwest::blocking::get(origin.clone() + &target) {
            eprintln!("{error}");
        }
    }
}
