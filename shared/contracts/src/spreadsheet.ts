/** First signs of formulas, by OWASP's "CSV Injection". */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/** Prefixes texts that a spreadsheet would read as a formula. Numbers need no prefix. */
export const spreadsheetText = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** A CSV field ({@link spreadsheetText}), quoted where a spreadsheet might see a separator. */
export const csvText = (text: string): string => {
  const safe = spreadsheetText(text)
  return /[",;|\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
