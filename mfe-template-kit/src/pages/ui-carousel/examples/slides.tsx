import { Button } from '@atalaia/ui'
import { useRef, useState } from 'react'
import { Carousel } from 'react-bootstrap'
import { useInSight } from '../../../kit/use-in-sight.ts'
import { useReducedMotion } from '../use-reduced-motion.ts'

export const title = 'Com legendas'
export const wide = true

/** P-KIT-26 */
const INTERVAL_MS = 4000

const slides = [
  { title: 'Superfície', text: 'Sites, fóruns e repositórios abertos.' },
  { title: 'Deep web', text: 'O que os buscadores não alcançam.' },
  { title: 'Dark web', text: 'Mercados e redes fechadas.' },
]

export const Example = () => {
  const still = useReducedMotion()
  const [paused, setPaused] = useState(still)
  const frame = useRef<HTMLDivElement>(null)
  const inSight = useInSight(frame)
  return (
    <div ref={frame}>
      <Carousel
        className="kit-carousel"
        interval={paused || !inSight ? null : INTERVAL_MS}
        pause="hover"
        slide={!still}
        prevLabel="Anterior"
        nextLabel="Próximo"
        indicatorLabels={slides.map((slide) => slide.title)}
        aria-label="Camadas da rede"
      >
        {slides.map((slide) => (
          <Carousel.Item key={slide.title}>
            <div className="kit-slide">
              <h3>{slide.title}</h3>
              <p>{slide.text}</p>
            </div>
          </Carousel.Item>
        ))}
      </Carousel>
      <div className="kit-row">
        <Button size="small" aria-pressed={paused} onClick={() => setPaused(!paused)}>
          {paused ? 'Continuar' : 'Pausar'}
        </Button>
      </div>
    </div>
  )
}
