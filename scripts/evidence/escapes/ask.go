// Asks for each target that stands on a line of standard input, in hexadecimal digits: ask ORIGIN.
package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"net/http"
	"os"
)

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		target, err := hex.DecodeString(lines.Text())
		if err != nil {
			panic(err)
		}
		response, err := http.Get(os.Args[1] + string(target))
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			continue
		}
		response.Body.Close()
	}
}
