/** The signs that OWASP's page "CSV Injection" names: a spreadsheet takes a cell that begins with one for a formula. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/** A text as a cell that no spreadsheet takes for a formula, also once the file was saved in another form. Numbers need none of it. */
export const spreadsheetText = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/**
 * A text as a field of a CSV file ({@link spreadsheetText}). It is quoted where any spreadsheet might see a separator, because
 * what follows one could begin a formula.
 */
export const csvText = (text: string): string => {
  const safe = spreadsheetText(text)
  return /[",;|\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
