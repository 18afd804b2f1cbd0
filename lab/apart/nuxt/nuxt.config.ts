export default defineNuxtConfig({
  compatibilityDate: '2026-11-01',
  telemetry: false,
  css: ['~/portal.css'],
  app: {
    head: { title: 'Portal do fornecedor', htmlAttrs: { lang: 'pt-BR' }, link: [{ rel: 'icon', href: 'data:,' }] },
  },
  nitro: { output: { dir: 'dist' } },
})
