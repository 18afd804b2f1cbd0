import { divIcon, geoJSON, map, marker, type Map as LeafletMap } from 'leaflet'
import 'leaflet/dist/leaflet.css'
import { useEffect, useRef } from 'react'
import { feature } from 'topojson-client'
import world from 'world-atlas/countries-50m.json'
import { place } from './place.ts'

/** Fiji crosses the 180th meridian; a flat map would draw a line around the world. */
const FIJI = '242'
const countries = world.objects.countries.geometries.filter(({ id }) => id !== FIJI)

/** Short even on a processor four times as slow. */
const SLICE_MS = 5

/** Works in tasks of {@link SLICE_MS}, so that the page answers in between. */
const addCountries = async (view: LeafletMap, signal: AbortSignal): Promise<void> => {
  const land = geoJSON(undefined, { interactive: false, style: { className: 'kit-map__land' } }).addTo(view)
  let until = performance.now() + SLICE_MS
  for (const country of countries) {
    if (performance.now() >= until) {
      await new Promise((resolve) => setTimeout(resolve))
      until = performance.now() + SLICE_MS
    }
    if (signal.aborted) return
    land.addData(feature(world, country))
  }
}

const draw = (element: HTMLElement) => {
  const view = map(element, {
    center: [place.latitude, place.longitude],
    zoom: 4,
    minZoom: 2,
    maxZoom: 8,
    scrollWheelZoom: false,
  })
  marker([place.latitude, place.longitude], {
    icon: divIcon({ className: 'kit-map__pin', iconSize: [24, 24], iconAnchor: [12, 24] }),
    title: place.name,
    alt: place.name,
    keyboard: true,
  })
    .addTo(view)
    .bindPopup(place.name)
  view.attributionControl.setPrefix('Leaflet').addAttribution('formas: Natural Earth')
  return view
}

/** Needs no key and no server. */
export const LocalMap = () => {
  const element = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!element.current) return
    const view = draw(element.current)
    const left = new AbortController()
    void addCountries(view, left.signal)
    return () => {
      left.abort()
      view.remove()
    }
  }, [])

  return <div ref={element} className="kit-map" role="application" aria-label={`Mapa: ${place.name}`} />
}
