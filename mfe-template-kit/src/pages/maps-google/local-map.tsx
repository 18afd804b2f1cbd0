import { divIcon, geoJSON, map, marker } from 'leaflet'
import 'leaflet/dist/leaflet.css'
import { useEffect, useRef } from 'react'
import { feature } from 'topojson-client'
import world from 'world-atlas/countries-50m.json'
import { place } from './place.ts'

/** Fiji lies on both sides of the 180th meridian; a flat map would join it by a line around the world. */
const FIJI = '242'
const countries = feature(world, world.objects.countries)
countries.features = countries.features.filter(({ id }) => id !== FIJI)

const draw = (element: HTMLElement) => {
  const view = map(element, {
    center: [place.latitude, place.longitude],
    zoom: 4,
    minZoom: 2,
    maxZoom: 8,
    scrollWheelZoom: false,
  })
  geoJSON(countries, { interactive: false, style: { className: 'kit-map__land' } }).addTo(view)
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

/** A map of bundled shapes, for deployments without a key. It asks no server. */
export const LocalMap = () => {
  const element = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!element.current) return
    const view = draw(element.current)
    return () => {
      view.remove()
    }
  }, [])

  return <div ref={element} className="kit-map" role="application" aria-label={`Mapa: ${place.name}`} />
}
