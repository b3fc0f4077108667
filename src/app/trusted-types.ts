/**
 * The default policy of Trusted Types (https://w3c.github.io/trusted-types/) on pages with React, as a script for the head: the browser
 * asks it about every text that becomes HTML, a script or a script's address. It allows
 * - HTML without `<`, which has no elements: JSON-LD, style sheets and this script, which React writes through `innerHTML`;
 * - the empty script element, by which React DOM creates scripts that the browser never runs;
 * - the address of the service worker.
 * All else throws. No text becomes a script by it: `late-scripts.server.ts` has a policy of its own for the text of the page's modules.
 *
 * zod reads its global configuration when it loads; unless it is `jitless`, it tries `new Function`, which the browser reports.
 */
export const TRUSTED_TYPES_SCRIPT = String.raw`self.__zod_globalConfig={jitless:true};self.trustedTypes&&trustedTypes.createPolicy('default',{createHTML:function(h){return h.indexOf('\x3c')===-1||h==='\x3cscript>\x3c/script>'?h:null},createScriptURL:function(u){return u==='/sw.js'?u:null}})`

/** The name of the policy of the late starter. */
export const PAGE_SCRIPT_POLICY = 'page-script'

/** The directives: a policy of another name, or a second one of these names, cannot be made. */
export const TRUSTED_TYPES_DIRECTIVES = [
  "require-trusted-types-for 'script'",
  `trusted-types default ${PAGE_SCRIPT_POLICY}`,
]
