import { createRoot } from 'react-dom/client'
import { Intranet } from './intranet.tsx'

const place = document.querySelector('#root')
if (place) createRoot(place).render(<Intranet />)
