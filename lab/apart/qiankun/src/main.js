import { loadMicroApp } from 'qiankun'
import './portal.css'

const gateway = document.querySelector('meta[name="atalaia"]').content
const show = () =>
  loadMicroApp({ name: 'painel', entry: '/painel/', container: '#lugar', props: { gateway } }, { sandbox: true })

let panel = show()
document.querySelector('#painel').addEventListener('change', async ({ target }) => {
  if (target.checked) panel = show()
  else await panel.unmount()
})
