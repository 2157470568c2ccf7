export function Landing() {
  return <h1>SWAP SKILLS, SAVE money!</h1>;
}
