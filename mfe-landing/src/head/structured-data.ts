/**
 * What the page says about itself, as https://schema.org: no prices, ratings or customers that nobody gave.
 * A data block: no script runs, so the content security policy lets it be.
 */
export const structuredData = (url: string, description: string): string => {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'WebApplication',
    name: '%BRAND%',
    url,
    description,
    applicationCategory: 'SecurityApplication',
    operatingSystem: 'Web',
    browserRequirements: 'Requer JavaScript no painel',
    inLanguage: 'pt-BR',
  }
  return `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', String.raw`\u003c`)}</script>`
}
