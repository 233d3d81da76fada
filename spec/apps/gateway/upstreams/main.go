// Says in one line of JSON what reached a program over net/http.
package main

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
)

func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Println("listening", listener.Addr().(*net.TCPAddr).Port)
	var mutex sync.Mutex
	lines := json.NewEncoder(os.Stdout)
	panic(http.Serve(listener, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		said := map[string]string{"HTTP_HOST": r.Host}
		for name, values := range r.Header {
			variable := "HTTP_" + strings.ToUpper(strings.NewReplacer("-", "_", ".", "_").Replace(name))
			said[variable] = said[variable] + strings.Join(values, ",")
		}
		mutex.Lock()
		defer mutex.Unlock()
		lines.Encode(map[string]any{"method": r.Method, "target": r.RequestURI, "body": hex.EncodeToString(body), "said": said})
		io.WriteString(w, "ok")
	})))
}
