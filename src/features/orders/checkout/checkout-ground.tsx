import { TopoGround } from '#ui/topo-ground.tsx'

/** The decorative ground of the checkout: its contour lines fade and come back every 9 seconds, unless one wants less motion. */
export const CheckoutGround = () => <TopoGround className="animate-march" />
