import { mount } from 'svelte'
import App from './app.svelte'
import './portal.css'

const target = document.querySelector('#app')
if (target) mount(App, { target })
