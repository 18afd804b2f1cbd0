/** The one spelling of an address in the database: trimmed, in lower case. */
export const normalAddress = (text: string): string => text.trim().toLowerCase()
