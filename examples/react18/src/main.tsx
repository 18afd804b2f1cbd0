import { createRoot } from 'react-dom/client'
import { Portal } from './portal.tsx'
import './portal.css'

const place = document.querySelector('#root')
if (place) createRoot(place).render(<Portal />)
