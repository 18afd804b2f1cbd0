const WORDS =
  'pass(?:es|w(?:or[dt])?s?|phrases?)?|pwds?|psw|senhas?|contrase[nñ]as?|claves?|mots? de passe|mdp|passwor[dt]e?s?|passw[oö]rter|kennw[oö]rt(?:er)?|parol[ae]?(?:lar)?|[sş]ifre(?:ler)?|has[lł][oa]|heslo|hesla|wachtwoord(?:en)?|l[oö]senord|passord|adgangskode|salasana|lozinka|jelsz[oó]|парол[ьия]|密[码碼]|口令|パスワード|비밀번호|كلمات? (?:المرور|السر)|m[aậ]t kh[aẩ]u|kata sandi|סיסמ(?:ה|אות)|κωδικ(?:ός|οί)|รหัสผ่าน'
const NOT_LETTER = '(?:[^\\p{L}]|^|$)'

const IN_NAME = new RegExp(
  `(?:${NOT_LETTER}|all|my|login|web)(?:${WORDS}|logins?|cred(?:ential)?s?|accounts?|contas?)${NOT_LETTER}`,
  'iu',
)
const AS_KEY = new RegExp(`^[^\\p{L}\\p{N}]{0,12}(?:${WORDS})["']?[^\\p{L}\\p{N}]{1,6}\\S+$`, 'iu')

/** `All Passwords.txt`, `пароли.txt`. */
export const isPasswordName = (path: string): boolean => IN_NAME.test(path.slice(path.lastIndexOf('/') + 1))

export const namesPasswords = (lines: readonly string[]): boolean => lines.some((line) => AS_KEY.test(line.trim()))
