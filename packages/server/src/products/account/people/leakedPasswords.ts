/** The most frequent leaked passwords of ten characters and more, folded. */
const leaked = new Set(
  `1234567890 12345678910 0123456789 0987654321 9876543210 1234567891 12345678901 123456789a a123456789 123456789q
  q123456789 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx3edc 1qazxsw23edc qwertyuiop qwertyuiop[] qwerty1234 qwerty12345
  qwerty123456 1234qwerasdf qwer1234asdf asdfghjkl; asdfghjkl1 asdfghjkl123 zxcvbnm123 qazwsxedcrfv qazwsx1234
  password10 password11 password12 password123 password1234 password12345 passw0rd123 p@ssw0rd123 p@ssword123
  passwordpassword mypassword mypassword1 newpassword changeme123 letmein123 letmein1234 welcome123 welcome1234
  iloveyou12 iloveyou123 iloveyou1234 iloveyou2 iloveyousomuch princess123 princess12 sunshine12 sunshine123
  football12 football123 baseball12 baseball123 basketball basketball1 superman12 superman123 batman1234 starwars12
  starwars123 master1234 admin12345 admin123456 administrator admin@1234 root123456 test123456 testtest12 test1234567
  guest12345 user123456 abc123456789 abcd123456 abcdef1234 abcdefghij abcdefghijk abcdefghijkl a1b2c3d4e5 a1b2c3d4e5f6
  1a2b3c4d5e 12341234123 1122334455 11223344556 1212121212 1231231231 123123123123 1234512345 123456123456 1357924680
  147258369a 1472583690 159357258456 987654321a 1029384756 michael123 jennifer12 charlie123 jordan1234 michelle12
  liverpool1 liverpool123 manchester manchester1 chelsea123 arsenal123 barcelona1 realmadrid juventus123 pokemon123
  minecraft1 minecraft123 dragon1234 monkey1234 computer12 computer123 internet12 internet123 samsung123 qweasdzxc123
  qweasdzxcv trustno1234 whatever12 whatever123 christian1 elizabeth1 elizabeth123 alexander1 alexander123 fairground
  fairground1 fairground123 correcthorsebatterystaple summer2024 summer2025 summer2026 winter2024 winter2025 winter2026
  spring2025 spring2026 autumn2025 autumn2026 passwort123 passwort1234 hallo12345 schatz1234 geheim1234 willkommen
  willkommen1 willkommen123 motdepasse motdepasse1 azertyuiop azertyuiop123 contrasena contrasena1 contrasena123`
    .split(/\s+/)
    .filter((each) => each !== ''),
)

/** Whether a folded password is a frequent leaked one, one repeated part, or a row of neighbouring characters. */
export function isGuessable(folded: string): boolean {
  return leaked.has(folded) || /^(.{1,3})\1+.{0,2}$/u.test(folded) || isRow(folded)
}

/** Whether each character follows the one before: `abcdefghijk`, `9876543210`, `7890123456`. */
function isRow(text: string): boolean {
  const codes = [...text].map((char) => char.codePointAt(0) ?? 0)
  const period = /^\d+$/.test(text) ? 10 : 0x11_0000
  const steps = new Set(codes.slice(1).map((code, at) => (code - (codes[at] ?? 0) + period) % period))
  const [step] = steps
  return steps.size === 1 && (step === 1 || step === period - 1)
}
