import { registerApplication, start } from 'single-spa'

registerApplication({
  name: '@bench/application',
  app: () => import(/* webpackIgnore: true */ '@bench/application'),
  activeWhen: '/',
})
start()
