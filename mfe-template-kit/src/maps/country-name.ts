const names = new Intl.DisplayNames('pt-BR', { type: 'region', fallback: 'none' })

/** By ISO 3166-1 number; `otherwise` for an unknown number. */
export const countryName = (number: string | number | undefined, otherwise: string): string => {
  if (number === undefined) return otherwise
  const { region } = new Intl.Locale(`und-${number}`)
  return (region && /^[A-Z]{2}$/.test(region) && names.of(region)) || otherwise
}
