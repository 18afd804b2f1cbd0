import { gateway } from 'example-portal/browser'
import { registerApplication, start } from 'single-spa'
import 'example-portal/portal.css'

const at = (route: string) => () => (location.hash || '#/painel') === route

registerApplication({
  name: 'painel',
  app: () => import('./dashboard.ts'),
  activeWhen: at('#/painel'),
  customProps: { gateway, place: '#aplicativos' },
})
registerApplication({
  name: 'ajuda',
  app: () => import('./help.ts'),
  activeWhen: at('#/ajuda'),
  customProps: { place: '#aplicativos' },
})

const box = document.querySelector<HTMLInputElement>('#painel')
box?.addEventListener('change', () => (location.hash = box.checked ? '#/painel' : '#/ajuda'))
window.addEventListener('single-spa:routing-event', () => {
  if (box) box.checked = at('#/painel')()
})
start()
