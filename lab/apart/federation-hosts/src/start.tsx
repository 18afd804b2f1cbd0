import { createRoot } from 'react-dom/client'
import { Portal } from './portal.tsx'

const place = document.querySelector('#root')
if (place) createRoot(place).render(<Portal />)
