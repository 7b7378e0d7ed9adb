/** Headers by which proxies and tunnels show themselves; in lower case. */
export const forwardingHeader =
  /^(x-forwarded(-.*)?|forwarded|via|x-real-ip|cf-.*|cdn-loop|((true|x|x-cluster)-)?client-ip|x-proxyuser-ip|tailscale-.*|fastly-.*|fly-.*|x-(envoy|amzn|amz-cf|azure|appengine|original|vercel|nf|arr)-.*)$/;
