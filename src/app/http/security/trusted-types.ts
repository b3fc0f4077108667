/**
 * The default Trusted Types policy (https://w3c.github.io/trusted-types/) for pages with React, as a script for the head. The browser calls
 * the policy for every text that becomes HTML, a script or a script URL. The policy allows
 * - HTML without `<`, which has no elements: JSON-LD, style sheets and this script, which React writes through `innerHTML`;
 * - the empty script element, with which React DOM creates scripts that the browser never runs;
 * - the URL of the service worker.
 * Anything else throws. The policy turns no text into a script: `late-scripts.server.ts` has its own policy for the page's modules.
 *
 * zod reads its global configuration on load; unless it is `jitless`, zod tries `new Function`, which the browser reports.
 */
export const TRUSTED_TYPES_SCRIPT = String.raw`self.__zod_globalConfig={jitless:true};self.trustedTypes&&trustedTypes.createPolicy('default',{createHTML:function(h){return h.indexOf('\x3c')===-1||h==='\x3cscript>\x3c/script>'?h:null},createScriptURL:function(u){return u==='/sw.js'?u:null}})`

/** The name of the late starter's policy. */
export const PAGE_SCRIPT_POLICY = 'page-script'

/** The directives: a policy with another name, or a second one with one of these names, cannot be created. */
export const TRUSTED_TYPES_DIRECTIVES = [
  "require-trusted-types-for 'script'",
  `trusted-types default ${PAGE_SCRIPT_POLICY}`,
]
