import { createApp } from 'vue'
import App from './app.vue'
import './portal.css'

createApp(App).mount('#app')
