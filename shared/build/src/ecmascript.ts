/** The promised browsers' edition (P-ACCESS-11). */
export const ECMASCRIPT = 'es2022'
