/** The edition of JavaScript in which all is built that browsers run: that of the promised ones (P-ACCESS-11). */
export const ECMASCRIPT = 'es2022'
