import { TopoGround } from '#ui/layout/topo-ground.tsx'

/** The checkout's decorative background. Its contour lines fade every 9 seconds, unless the shopper prefers reduced motion. */
export const CheckoutGround = () => <TopoGround className="animate-march" />
